extension WordFiles {
  static let japaneseWork = #"""
    # Tasks, issues, changes and commits of software.

    [words area]
    ログイン画面/login, 検索/search, 決済画面/checkout, 登録フォーム/sign-up, 設定画面/settings
    ダッシュボード/dashboard, 請求書一覧/invoices, 画像アップロード/upload, 通知一覧/notifications
    日付選択/date-picker, インポート機能/import, エクスポート機能/export, トップページ/home
    地図表示/map, カレンダー/calendar, プロフィール画面/profile, コメント欄/comments
    プレビュー/preview, チュートリアル/tour, レポート/reports, メニュー/menu, 住所入力/address
    パスワード再設定/password, 言語選択/language, 印刷画面/print

    [words fault]
    タイムアウト/timeout, メモリリーク/memory-leak, クラッシュ/crash, 表示崩れ/layout
    リンク切れ/broken-link, 翻訳漏れ/translation, 遅延/delay, 時差のずれ/time-zone
    二重登録/duplicate, 古い表示/stale, 丸め誤差/rounding, ちらつき/flicker
    入力の消失/lost-input, 並び順の誤り/sort-order, 文字化け/encoding

    [words trigger]
    ログアウト後に, 回線が遅いときに, ダークモードで, 小さい画面で, 二度目の操作で, オフラインで, 深夜に, 新しいアカウントで
    初回の訪問で, 期限切れのあとに, 件数が多いときに

    [words goal]
    キーボード操作, 取り消し機能, ダークモード, 読み込み表示, 一括操作, ヒント表示, ページ分割, 印刷機能, 絞り込み, 多言語対応
    自動テスト, 操作履歴

    [words workThings]
    ログイン画面, 検索, 決済画面, 設定画面, テスト計画, 移行手順, エラー表示, 公開の手順, 名前の付け方, 代替処理, 更新作業
    説明文

    [names task]
    {area}に{goal}を追加する
    {area}のテストを書く
    {area}の文言を確認する
    {area}の資料を更新する
    {area}の公開準備をする
    古い{area}を置き換える
    {area}の速度を測る
    {area}の{fault}を直す
    {area}の{goal}を計画する
    {area}を翻訳する
    {area}を整理する
    {area}を{trigger}確認する

    [names issue]
    {area}で{trigger}{fault}が起きる
    {area}の{fault}
    {area}が{trigger}遅い
    {area}が{trigger}使えない
    {area}が{trigger}反応しない
    再発:{area}の{fault}
    {area}の状態が{trigger}消える
    {area}に{goal}がほしい
    予期しない{fault}が{trigger}起きる
    {area}の説明が分かりにくい

    [names pullRequest]
    {area}の{fault}を修正
    {area}に{goal}を追加
    {area}を整理
    {area}を高速化
    古い{area}を削除
    {area}のテストを追加
    {fault}を防ぐ
    {area}を新方式に移行
    {area}の説明を追加

    [names commit]
    {area}の{fault}を修正
    {area}に{goal}を追加
    {area}の不要な処理を削除
    {area}の変数名を変更
    {area}のテストを追加
    {area}を簡素化
    {area}の翻訳を更新
    {area}のエラーを記録
    {area}の変更を取り消し

    [prose work]
    {area}が{trigger}うまく動きません。
    {area}で{fault}が見つかりました。
    複数のお客様から{area}の{fault}が報告されました。
    次の公開までに{area}に{goal}が必要です。
    前回の更新から{area}に{fault}があります。
    {area}のテスト中に気づきました。
    {area}についての問い合わせが続いています。
    {area}は動きますが、{trigger}止まります。
    ほかの画面と同じく{goal}が期待されています。
    {goal}がないのは{area}だけです。
    記録には一日二回ほど{area}が出てきます。
    {area}の最初の版は急いで作られました。
    五人に一人が{area}で離れています。
    {area}の暫定対応を置き換えます。
    {area}の設計は終わり、{goal}も含まれています。
    {goal}が入れば{area}の試験を始められます。
    + 手順:{area}を開き、少し待って再読み込みします。
    + {trigger}起こります。
    + 分かりやすい表示が期待されます。
    + 原因はキャッシュのようです。
    + 画面の写しと記録を添付しました。
    + 三つのブラウザで再現しました。
    + {area}のテストでは見つかりませんでした。
    + 修正は小さいですが、テストが必要です。
    + {trigger}の確認もお願いします。
    + {area}以外は対象外です。
    + 変更はいつでも無効にできます。
    + データの移行は不要です。
    + デザインと文言は承認済みです。
    + いつでも元に戻せます。
    + {area}が{trigger}動けば完了です。
    + 作業の半分はテストです。
    + 以前の動作も次の版まで残ります。
    + 前後の数値は資料にあります。
    + 前回の会議で合意しました。
    + 二日以上かかる場合は分割します。
    + 説明書は別に更新します。
    + 公開前に試してもらう予定です。
    + {trigger}どうなるかが残る疑問です。
    + それまでは再読み込みで対応できます。
    """#
}
