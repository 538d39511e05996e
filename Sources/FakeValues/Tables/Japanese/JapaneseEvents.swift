extension WordFiles {
  static let japaneseEvents = #"""
    # Events, talks, courses and visits.

    [words events]
    会議, 祭り, フォーラム, 大会, 展示会, 勉強会, フェスタ

    [words eventTheme]
    書体, 町の園芸, オープンデータ, ジャズ, 屋台, ロボット, 郷土史, 木の家, 映画, 珈琲, 星空, 鉄道, 陶芸, 将棋, 合唱
    自転車, 子ども科学, 写真, パン, 詩, 修理, 気候

    [words eventPlace]
    川辺の, 公園の, 港の, 古い工場の, 図書館の, 丘の上の, 駅前の

    [words season]
    春の, 夏の, 秋の, 冬の

    [words skill]
    水彩画/watercolor, スペイン語/spanish, パン作り/baking, データ分析/data-analysis
    話し方/speaking, 木工/woodworking, 応急手当/first-aid, 写真/photography
    音楽理論/music-theory, 文章/writing, ヨガ/yoga, 簿記/bookkeeping, 将棋/shogi
    統計/statistics, 裁縫/sewing, 手話/sign-language, 天文/astronomy, 計画術/planning
    家庭菜園/gardening, 書体/typography

    [words level]
    入門, 基礎, 復習, 応用, 実践, 夜間講座, 週末講座

    [words reasonFor]
    経過観察, 定期健診, 予防接種, 血液検査, 喉の痛み, 腰痛, 発疹, 頭痛, 膝の痛み, 旅行前の相談, アレルギー検査, 血圧測定
    睡眠の相談, 中耳炎, 傷の確認, 視力検査, 処方の更新, 超音波検査, 腹痛, 理学療法, 長引く咳, 歯の掃除

    [words trip]
    初飛行/first-flight, 試験飛行/test-flight, 周回/orbit, 帰還/return, 観測/survey
    補給/supply

    [names event]
    {season}{eventTheme}{events}
    {eventPlace}{eventTheme}{events}
    {eventTheme}{events}
    {eventTheme}の夜
    みんなの{eventTheme}

    [names talk]
    {topics}から学んだこと
    実践で使う{topics}
    {topics}を見直す
    {topics}の隠れた費用
    大規模な{topics}
    {topics}の質問と答え
    {topics}の新しい見方
    ゼロからの{topics}
    {topics}の過去と未来

    [names course]
    {skill}{level}
    十週間の{skill}
    一歩ずつ学ぶ{skill}
    初めての{skill}
    手を動かす{skill}

    [names visit]
    {reasonFor}

    [prose occasion]
    「{name}」は新しいことを学びたい人のための場です。
    短い紹介のあと、班に分かれて作業します。
    「{name}」にぜひお越しください。
    「{name}」には初心者も専門家も集まります。
    経験はいりません。好奇心だけで十分です。
    今回で三回目です。
    二時間で三人が話し、質問の時間もあります。
    小さな集まりから恒例になりました。
    「{name}」は気軽な雰囲気です。
    歩きやすい靴でお越しください。
    少人数で実際に試します。
    定員は三十名です。
    今回は実例が中心です。
    一年を振り返り、次を計画します。
    理論から実践まで一日で学びます。
    一年で一番楽しみな日という人も多いです。
    + 開場は三十分前です。
    + お茶とお菓子が付きます。
    + 材料は用意します。
    + 来られない人には録画があります。
    + 子どもも歓迎です。
    + 月末までにお申し込みください。
    + 会場は段差がありません。
    + 終了後に向かいの店へ行きます。
    + 質問はいつでもどうぞ。
    + 雨の場合は室内です。
    + 詳しい予定は二週間前に出ます。
    + 最後に修了証を渡します。
    + 学生は割引があります。
    + 資料は全員に配ります。
    + 途中で二十分休みます。
    + 夜の手伝いを募集しています。
    + 最終バスは十一時です。
    + パソコンを持参してください。
    + 希望があれば通訳します。
    + 席は申し込み順です。
    + 昨年は三日で満席でした。
    + 昼食は野菜中心です。
    + 撮影には許可が必要です。
    + 空きを待つこともできます。
    """#
}
