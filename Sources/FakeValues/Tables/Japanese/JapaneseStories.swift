extension WordFiles {
  static let japaneseStories = #"""
    # Things to watch, read, hear and play.

    [words adj]
    最後の/last, 静かな/quiet, 隠された/hidden, 二番目の/second, 金色の/golden, 壊れた/broken
    北の/northern, 遠い/distant, 失われた/lost, 紙の/paper, 硝子の/glass, 真夜中の/midnight
    冬の/winter, 忘れられた/forgotten, 終わらない/endless

    [words noun]
    灯台/lighthouse, 果樹園/orchard, 手紙/letter, 川/river, 時計職人/clockmaker
    庭/garden, 橋/bridge, 地図師/cartographer, 港/harbor, 列車/train, 島/island
    鏡/mirror, 嵐/storm, 台所/kitchen, 森/forest, 証人/witness, 図書館/library
    隣人/neighbor, 階段/staircase

    [words place]
    リスボン, 北の町, 港通り, 谷間, 月, 九号室, 国境, 三階

    [words act]
    待ちぼうけの, 踊る, さよなら, 夢見る, 帰り道の, 歌う

    [words hero]
    引退した船長, 若い地図師, 夜勤の看護師, ピアノ調律師, 不運な探偵, 山育ちの少女, 臨時の先生, 車掌, 時計職人, 最後の灯台守

    [words quest]
    手紙の真実, 家への道, 盗まれた楽器, 行方不明の兄, 地図の果て, 二度目の機会, 静かな住まい, 不思議な鍵の持ち主

    [words storyThings]
    結末, 第一章, 音楽, 会話, 絵, 展開, 後半, 主人公, 笑い

    [names genre]
    {genres}

    [names movie]
    {adj}{noun}
    {place}の{noun}
    {noun}の秘密
    {noun}のない夜
    {adj}{noun}と{place}

    [names book]
    {adj}{noun}
    {noun}のない一年
    {noun}の娘
    {noun}と川
    私の{noun}
    {place}からの便り

    [names song]
    {act}{place}
    {adj}{noun}
    {noun}のブルース
    {place}の夜明け
    {act}{noun}

    [names album]
    {adj}{noun}
    {place}の夜に
    {noun}の歌
    {noun}と風
    {adj}歌

    [names game]
    {adj}{noun}
    {noun}クエスト{digits}
    {place}からの脱出
    {noun}作り
    {noun}の戦略

    [prose story]
    「{name}」では、{hero}が{quest}を探します。
    {hero}は{quest}を見つけ、ほかのすべてを失います。
    ある冬、{hero}は始まりの場所に戻ります。
    {hero}にとって、いつもと同じ朝でした。
    {quest}をめぐる物語です。
    停電の夜、{hero}は{quest}を探します。
    「{name}」は勇気と根気の物語です。
    初雪が降るまで、誰も{hero}を信じません。
    {hero}は二十年かけて{quest}を探します。
    小さな町と長い夏、そして{hero}。
    {hero}が扉を開けなければ、何も起こりませんでした。
    {hero}に残された時間は一晩だけです。
    「{name}」は{hero}の四季を描きます。
    乗り換えの駅で{hero}は{quest}を知ります。
    {quest}についての静かな作品です。
    {quest}のために何を差し出せますか。
    + 見えるものがすべてではありません。
    + 手がかりは一枚の写真だけです。
    + 道中には嵐と借金と犬が待っています。
    + 五部で語られます。
    + 結末には誰もが驚きました。
    + 屋根裏の手紙をもとにしています。
    + 一晩で生まれました。
    + 余韻が何日も残ります。
    + 見知らぬ人が助けますが、代償があります。
    + 静かに始まり、止まらなくなります。
    + 二つの賞を受けました。
    + 時間がありません。
    + 旧友が競争相手になります。
    + わずか十一週間で作られました。
    + 笑いは乾き、愛は本物です。
    + 誰もが秘密を持っています。
    + 過去は眠りません。
    + 前作を知らなくても楽しめます。
    + 簡単な答えはありません。
    + 海がいつも近くにあります。
    + 大人と年長の子ども向けです。
    + 地図が付いています。
    + 続編を準備中です。
    + 最後に一つの問いが残ります。
    """#
}
