extension WordFiles {
  static let japaneseGroups = #"""
    # Groups of people and of things.

    [words teamName]
    基盤/platform, 決済/payments, 成長/growth, モバイル/mobile, デザイン/design
    検索/search, データ/data, 認証/identity, 運用/operations, コンテンツ/content
    サポート/support, セキュリティ/security, 開発支援/developer-tools, 分析/analytics
    導入/onboarding, 通知/messaging, 商品情報/catalog, 翻訳/localization
    研修/education, 物流/logistics

    [words channelName]
    全体, 雑談, お知らせ, 読書会, 園芸, 昼食, 音楽, ランニング, 写真, 質問, 自己紹介, 子育て, 旅行, 求人, 将棋
    料理, 在宅勤務, ペット, 自転車, デザイン相談, リリース, 語学, 週末

    [names team]
    {teamName}
    {teamName}チーム
    {teamName}班

    [names department]
    {departments}

    [names category]
    {categories}

    [names topic]
    {topics}

    [names channel]
    {channelName}

    [names animal]
    {animals}

    [names colour]
    {colours}

    [names company]
    株式会社{companies}{companyKinds}

    [names thing]
    {adjectives}{nouns}

    [prose about]
    「{name}」のすべてがここにあります。
    「{name}」に関するものを集めました。
    「{name}」の短い紹介です。
    「{name}」の新着情報です。
    「{name}」を詳しい人が選びました。
    「{name}」の項目を新しい順に並べています。
    「{name}」の大切な点をまとめました。
    初めての人のための「{name}」です。
    「{name}」を一から説明します。
    「{name}」についての覚え書きです。
    「{name}」の概要を毎月更新しています。
    「{name}」によくある質問をまとめました。
    「{name}」を短い言葉で説明します。
    「{name}」の基本と例です。
    長年集めた「{name}」の記録です。
    「{name}」への質問に答えます。
    + 毎週更新しています。
    + 決まりは短く簡単です。
    + 古い項目も残しています。
    + 提案を歓迎します。
    + 今年の春に整理しました。
    + 登録するとお知らせが届きます。
    + 誰でも参加できます。
    + 人気の項目が先に並びます。
    + 詳しい説明は後で加えます。
    + 詳細は案内をご覧ください。
    + ほかの三つとつながっています。
    + 一部は会員だけが見られます。
    + 担当者は毎年変わります。
    + 重複は毎月整理します。
    + 新しい項目は確認してから載せます。
    + 最初は五項目だけでした。
    + 名前には長い由来があります。
    + あえて簡単にしています。
    + 全文を検索できます。
    + 広告はありません。
    + ご意見は担当者が読みます。
    + 初心者も歓迎です。
    + 今年中に広げる予定です。
    + 十年分の記録があります。

    [prose group]
    「{name}」は最初の電話から最後の請求まで担当します。
    「{name}」は三つの町で働いています。
    「{name}」は机二つから始まりました。
    小さくて速いのが「{name}」です。
    「{name}」は人と人をつなぎます。
    良い仕事が必要なら「{name}」に頼まれます。
    「{name}」は短い会議で知られています。
    「{name}」には今十九人います。
    「{name}」は難しいことを簡単にします。
    昨年から「{name}」は川沿いにあります。
    「{name}」の半分は在宅で働いています。
    「{name}」は一日以内に返事をします。
    「{name}」では全員が電話に出ます。
    「{name}」は三人の友人が作りました。
    「{name}」の目標は、少なく、良くすることです。
    「{name}」はゆっくり成長しています。
    + 扉はいつも開いています。
    + 新人には一か月間相談役が付きます。
    + 金曜日はスープの日です。
    + 毎週の記録は公開しています。
    + 夏には実習生が来ます。
    + 決定は一か所に記録します。
    + 週末は休みです。
    + 電話番号は二十年変わりません。
    + 火曜日は見学できます。
    + 年に一度数字を公開します。
    + 利益は研修に使います。
    + 次の公開日は秋です。
    + 答えの多くは手引きにあります。
    + 順番待ちは短いです。
    + 隣の人たちとよく協力します。
    + 珈琲は評判より良いです。
    + 誰でも変更を提案できます。
    + 記録は二部屋分あります。
    + 平均八年働いています。
    + 期限に遅れたのは一度だけです。
    + いつでも募集しています。
    + 水曜日には犬が来ます。
    + 三か月ごとに計画します。
    + 春に広い階へ移りました。
    """#
}
