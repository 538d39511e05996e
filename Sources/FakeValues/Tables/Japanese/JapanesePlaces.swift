extension WordFiles {
  static let japanesePlaces = #"""
    # Places to stay and journeys.

    [words stayName]
    港/minato, 庭園/teien, 湖畔/kohan, 山頂/sancho, 灯台/todai, 花園/hanazono
    川辺/kawabe, 葡萄畑/budo, 白樺/shirakaba, 星空/hoshizora, 竹林/chikurin
    松原/matsubara, 若葉/wakaba, 月見/tsukimi, 海辺/umibe, 森/mori

    [words stayKind]
    ホテル/hotel, 旅館/ryokan, 山荘/lodge, 民宿/inn, 別荘/villa

    [words placeThings]
    朝食, 眺め, 寝具, 立地, 浴室, 庭, 受付, テラス, 静けさ

    [words roomName]
    桜, 梅, 松, 竹, 楓, 藤, 菊, 椿, 萩, 桐, 柳, 杉, 蓮, 牡丹, 紅葉, 撫子

    [names hotel]
    {stayName}{stayKind}
    {stayKind}{stayName}
    {stayName}の{stayKind}

    [names room]
    {roomName}の間
    {roomName}室
    {roomName} {digits}

    [names mission]
    {vehicles} {digits}号
    {vehicles}{trip}
    {vehicles} {trip}{digits}
    {season}{vehicles}{trip}

    [prose place]
    駅から数分の静かな宿です。
    部屋から庭か古い港が見えます。
    三代続く家族の宿です。
    朝食は十一時まで用意しています。
    海沿いの散歩に便利です。
    古い建物を丁寧に直しました。
    朝は鳥の声だけが聞こえます。
    旧市街の中心でも夜は静かです。
    全室に机と良い寝具があります。
    昨年改装したばかりです。
    屋上から湾を一望できます。
    家の裏から山道が始まります。
    料理と眺めが人気です。
    光の多い建物です。
    広い庭は家族連れに好評です。
    市場も美術館もすぐ近くです。
    + 自転車は無料で借りられます。
    + 受付は夜中まで開いています。
    + 犬も歓迎です。
    + 路面電車が前に止まります。
    + 四人まで泊まれます。
    + 野菜は地元のものです。
    + 駐車場は裏にあります。
    + 冬は暖炉を使います。
    + 階段なしで入れます。
    + 船の鍵は受付にあります。
    + 夜はサウナが開きます。
    + 厚いカーテンでよく眠れます。
    + 店まで二分です。
    + タオルは料金に含まれます。
    + 子ども用の寝台もあります。
    + 中庭での一杯がおすすめです。
    + 荷物は出発後も預かります。
    + 散歩の地図は廊下にあります。
    + 数か国語が通じます。
    + 上の階には小さなベランダがあります。
    + 団体は早めの予約が必要です。
    + 一月は三週間休みます。
    + 夕日は西側からよく見えます。
    + お茶はいつでも無料です。
    """#
}
