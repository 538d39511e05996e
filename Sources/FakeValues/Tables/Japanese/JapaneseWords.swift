extension WordFiles {
  static let japaneseWords = #"""
    # Names, places, and words of daily life.

    [words givenNames]
    愛/ai, 葵/aoi, 明/akira, 彩/aya, 大輔/daisuke, 恵美/emi, 花子/hanako, 遥/haruka
    春樹/haruki, 浩/hiroshi, 陽菜/hina, 一郎/ichiro, 樹/itsuki, 純/jun, 和也/kazuya
    健/ken, 健太/kenta, 美咲/misaki, 誠/makoto, 真由美/mayumi, 翠/midori, 美穂/miho
    直樹/naoki, 菜々子/nanako, 望/nozomi, 怜/rei, 蓮/ren, 凛/rin, 涼/ryo, 桜/sakura
    聡/satoshi, 翔/sho, 駿/shun, 太郎/taro, 拓海/takumi, 智子/tomoko, 翼/tsubasa
    優子/yuko, 由美/yumi, 結衣/yui, 雄太/yuta, さくら/sakura, ひかり/hikari, アンナ/anna

    [words familyNames]
    阿部/abe, 青木/aoki, 新井/arai, 遠藤/endo, 藤井/fujii, 藤田/fujita, 福田/fukuda
    後藤/goto, 長谷川/hasegawa, 橋本/hashimoto, 林/hayashi, 池田/ikeda, 井上/inoue
    石川/ishikawa, 石井/ishii, 伊藤/ito, 加藤/kato, 木村/kimura, 小林/kobayashi
    近藤/kondo, 前田/maeda, 松本/matsumoto, 三浦/miura, 森/mori, 村上/murakami
    中島/nakajima, 中村/nakamura, 西村/nishimura, 小川/ogawa, 岡田/okada, 太田/ota
    斎藤/saito, 坂本/sakamoto, 佐々木/sasaki, 佐藤/sato, 清水/shimizu, 鈴木/suzuki
    高橋/takahashi, 竹内/takeuchi, 田中/tanaka, 上田/ueda, 渡辺/watanabe, 山田/yamada
    山口/yamaguchi, 山本/yamamoto, 山崎/yamazaki, 吉田/yoshida

    [words companies]
    朝日/asahi, 東/azuma, 富士/fuji, 福寿/fukuju, 花/hana, 光/hikari, 銀河/ginga
    北/kita, 希望/kibo, 松/matsu, 緑/midori, 港/minato, 未来/mirai, 桜/sakura
    青空/aozora, 新星/shinsei, 白山/hakusan, 鶴/tsuru, 若葉/wakaba, 大和/yamato

    [words companyKinds]
    工業, 商事, 製作所, 運輸, 食品, 出版, 電機, 開発, 研究所

    [words adjectives]
    青い/aoi, 明るい/akarui, 新しい/atarashii, 古い/furui, 深い/fukai, 広い/hiroi
    白い/shiroi, 黒い/kuroi, 小さな/chiisana, 大きな/okina, 静かな/shizukana
    豊かな/yutakana, 遠い/toi, 若い/wakai, 優しい/yasashii, 涼しい/suzushii, 高い/takai
    丸い/marui, 赤い/akai, 早い/hayai

    [words nouns]
    海/umi, 山/yama, 川/kawa, 森/mori, 空/sora, 星/hoshi, 月/tsuki, 風/kaze
    花/hana, 鳥/tori, 橋/hashi, 港/minato, 島/shima, 庭/niwa, 道/michi, 窓/mado
    鏡/kagami, 灯/akari, 雲/kumo, 石/ishi, 波/nami, 泉/izumi, 旅/tabi, 谷/tani

    [words categories]
    建築, 美術, 本, 料理, 文化, デザイン, 教育, 工学, 映画, 金融, 園芸, 健康, 歴史, 音楽, 自然, ニュース, 写真
    政治, 科学, ソフトウェア, スポーツ, 技術, 演劇, 玩具, 旅行

    [words jobs]
    医師, 看護師, 薬剤師, 教師, 建築家, 設計者, 編集者, 記者, 写真家, 料理人, 翻訳者, 研究員, 司書, 電気技師
    営業部長, 会計士, 開発者, プログラマー, デザイナー, プロジェクトマネージャー, エンジニア, 弁護士, 農家, 大工

    [words departments]
    営業部, 開発部, 経理部, 広報部, 研究部, 人事部, 総務部, 法務部, 企画部, サポート部, 購買部, 物流部, 品質部, 生産部
    設計部, 教育部, 監査部, 海外部, 宣伝部, 情報部, 施設部, 財務部

    [words colours]
    赤/cf222e, 青/1f6feb, 黄色/ffd60a, 緑/2da44e, 黒/111111, 白/ffffff, 茶色/8b5e3c
    灰色/6e7781, 紫/7f00ff, 桃色/ff8fab, 橙/fb8500, 水色/40e0d0, 紺/001f54
    金色/e3b341, 銀色/c0c0c0, 藍色/4b0082, 朱色/dc143c, 若草色/a4c639, 抹茶/7b8f3a
    珊瑚/f08080, 藤色/b57edc, 鼠色/8a8d8f

    [words streets]
    桜, 本, 中央, 栄, 旭, 緑, 泉, 松原, 梅田, 若葉, 青葉, 富士見, 日の出, 宮, 寺, 駅前, 新, 大手, 花園, 錦

    [words streetKinds]
    町

    [words genres]
    冒険, 喜劇, 推理, ドキュメンタリー, ドラマ, ファンタジー, ホラー, ジャズ, ポップス, 恋愛, スリラー, アニメ, 伝記
    ブルース, クラシック, 時代劇, 民謡, 歴史, ミュージカル, 風刺, 西部劇, 電子音楽

    [words animals]
    熊, 狐, 狸, 兎, 鹿, 鶴, 梟, 川獺, 狼, 猫, 犬, 燕, 鯨, 雉, 栗鼠, 鷹, 蛙, 亀, 猪, 鴨, 山羊, 烏

    [words weekdays]
    月曜日, 火曜日, 水曜日, 木曜日, 金曜日, 土曜日, 日曜日

    [words months]
    一月, 二月, 三月, 四月, 五月, 六月, 七月, 八月, 九月, 十月, 十一月, 十二月

    [words prefixes]
    様, 先生, 博士, 教授

    [words navigation]
    ホーム, 会社概要, お知らせ, お問い合わせ, 採用情報, 料金, 製品, ヘルプ

    [words callsToAction]
    今すぐ購入, お問い合わせ, はじめる, 詳しく見る, 登録する, 試してみる
    """#
}
