extension WordFiles {
  static let japaneseGoods = #"""
    # Products, food and offers.

    [words products]
    鞄/bag, 椅子/chair, 机/desk, 時計/clock, 花瓶/vase, 茶碗/bowl, 皿/plate
    傘/umbrella, 帽子/hat, 財布/wallet, 毛布/blanket, 枕/pillow, 棚/shelf, 鍋/pot
    ランプ/lamp, ノート/notebook, ペン/pen, テント/tent, マフラー/scarf, タオル/towel
    やかん/kettle, 前掛け/apron

    [words materials]
    竹/bamboo, 木綿/cotton, 桐/kiri, ガラス/glass, 陶器/ceramic, 銅/copper
    革/leather, 麻/linen, 絹/silk, 鉄/iron, 羊毛/wool, 杉/cedar

    [words looks]
    軽い/light, 小さな/small, 大きな/large, 丸い/round, 手作りの/handmade, 折りたたみ/folding
    普段使いの/everyday, 丈夫な/sturdy, 薄い/slim, 二色の/two-tone

    [words colors]
    紺, 深緑, 砂色, 墨色, 生成り, 芥子色, 瑠璃色, 薄紅

    [words use]
    小さな台所, 書斎, 週末の旅, 通勤, 雨の日, ベランダ, 子ども部屋, 寒い夜, 友人との食事, 庭, 毎日の暮らし

    [words occasion]
    春の, 夏の, 秋の, 冬の, 新学期, 新年, 週末, 記念日

    [words percent]
    5, 10, 15, 20, 25, 30, 40, 50

    [words goodsThings]
    色, 素材, 梱包, 仕上げ, 大きさ, 重さ, 縫い目, 形, 配送, 説明書, 品質

    [words food]
    鮭, 豆腐, 鶏肉, 茄子, 南瓜, きのこ, じゃがいも, 豆, 大根, 蓮根, 鱈, 白菜

    [words side]
    柚子, 味噌, 生姜, 胡麻, 梅, 山椒, 大葉, 醤油

    [words cooked]
    焼き, 煮, 蒸し, 揚げ

    [words dishThings]
    味付け, 香り, 食感, 量, 付け合わせ, 出汁

    [names product]
    {looks}{materials}の{products}
    {materials}の{products}
    {looks}{products}
    {materials}の{products}({colors})
    {products} {colors}
    {looks}{products} {colors}

    [names offer]
    {occasion}セール {percent}%引き
    初回注文{percent}%引き
    {occasion}特別企画
    {occasion}送料無料
    会員限定{percent}%引き
    {occasion}まとめ買い{percent}%引き

    [names dish]
    {food}の{side}{cooked}
    {food}の{side}和え
    {food}と{side}のスープ
    {cooked}{food} {side}風味
    {food}と{side}のサラダ

    [names medication]
    イブプロフェン
    アモキシシリン
    メトホルミン
    アセトアミノフェン
    リシノプリル
    アトルバスタチン
    オメプラゾール
    セチリジン
    アムロジピン
    レボチロキシン
    サルブタモール
    セルトラリン
    ロサルタン
    プレドニゾロン
    ドキシサイクリン
    ビソプロロール
    アジスロマイシン
    シンバスタチン
    フロセミド
    ガバペンチン

    [prose goods]
    {use}のために作られました。
    {use}にぴったりの一品です。
    お客様に{use}用として人気があります。
    一つ一つ手で仕上げています。
    長く使えるように作りました。
    部品はすべて交換できます。
    飾らない形で、どんな部屋にも合います。
    新しい型は軽く、手入れも簡単です。
    良い品に多くの言葉はいりません。
    最初から続く定番です。
    小さくても頼りになります。
    {use}に合うものを探していた方へ。
    本当に使われる贈り物です。
    家族の工房で少しずつ作っています。
    使う人の声から生まれました。
    静かな色合いが特徴です。
    + 濡れた布で簡単に拭けます。
    + 包装は再利用できます。
    + {colors}もあります。
    + 寸法は表をご覧ください。
    + 五年間の保証付きです。
    + ほかの品ともよく合います。
    + 組み立ては十分ほどです。
    + 交換部品はいつでもあります。
    + 火のそばに置かないでください。
    + 色は写真と少し違うことがあります。
    + 二営業日以内に発送します。
    + {use}に最適です。
    + 天然の染料だけを使っています。
    + 三十日以内なら返品できます。
    + 縫い目を補強しています。
    + 使うほど味が出ます。
    + 発送前にすべて検査しています。
    + 工具は不要です。
    + 普通の扉を通ります。
    + 重さの釣り合いが良いです。
    + {use}でも好評です。
    + 使わないときは畳めます。
    + 素材の産地は確認済みです。
    + お一人様一点までです。
    """#
}
