extension Atlas {
  /// The cities of a German world, in the columns of `cityTable`.
  static let germanCityTable = """
    Augsburg|DE|Bayern|Europe/Berlin|861##|4837|1090
    Basel|CH|Basel-Stadt|Europe/Zurich|40##|4756|759
    Berlin|DE|Berlin|Europe/Berlin|10###|5252|1340
    Bern|CH|Bern|Europe/Zurich|30##|4695|745
    Bonn|DE|Nordrhein-Westfalen|Europe/Berlin|531##|5073|710
    Bremen|DE|Bremen|Europe/Berlin|281##|5308|880
    Dresden|DE|Sachsen|Europe/Berlin|010##|5105|1374
    Düsseldorf|DE|Nordrhein-Westfalen|Europe/Berlin|402##|5123|678
    Erfurt|DE|Thüringen|Europe/Berlin|990##|5098|1103
    Frankfurt am Main|DE|Hessen|Europe/Berlin|603##|5011|868
    Freiburg im Breisgau|DE|Baden-Württemberg|Europe/Berlin|791##|4800|785
    Graz|AT|Steiermark|Europe/Vienna|80##|4707|1544
    Hamburg|DE|Hamburg|Europe/Berlin|20###|5355|999
    Hannover|DE|Niedersachsen|Europe/Berlin|301##|5237|973
    Innsbruck|AT|Tirol|Europe/Vienna|60##|4727|1139
    Karlsruhe|DE|Baden-Württemberg|Europe/Berlin|761##|4901|840
    Kiel|DE|Schleswig-Holstein|Europe/Berlin|241##|5432|1014
    Köln|DE|Nordrhein-Westfalen|Europe/Berlin|506##|5094|696
    Leipzig|DE|Sachsen|Europe/Berlin|041##|5134|1237
    Linz|AT|Oberösterreich|Europe/Vienna|40##|4831|1429
    Lübeck|DE|Schleswig-Holstein|Europe/Berlin|235##|5387|1069
    Mainz|DE|Rheinland-Pfalz|Europe/Berlin|551##|4999|827
    München|DE|Bayern|Europe/Berlin|80###|4814|1158
    Münster|DE|Nordrhein-Westfalen|Europe/Berlin|481##|5196|763
    Nürnberg|DE|Bayern|Europe/Berlin|904##|4945|1108
    Potsdam|DE|Brandenburg|Europe/Berlin|144##|5240|1307
    Rostock|DE|Mecklenburg-Vorpommern|Europe/Berlin|180##|5409|1213
    Saarbrücken|DE|Saarland|Europe/Berlin|661##|4924|700
    Salzburg|AT|Salzburg|Europe/Vienna|50##|4781|1305
    Stuttgart|DE|Baden-Württemberg|Europe/Berlin|701##|4878|918
    Wien|AT|Wien|Europe/Vienna|10#0|4821|1637
    Zürich|CH|Zürich|Europe/Zurich|80##|4738|854
    """

  /// The cities of a Japanese world, with their prefecture as region.
  static let japaneseCityTable = """
    札幌市|JP|北海道|Asia/Tokyo|060-####|4306|14135
    仙台市|JP|宮城県|Asia/Tokyo|980-####|3827|14087
    盛岡市|JP|岩手県|Asia/Tokyo|020-####|3970|14115
    新潟市|JP|新潟県|Asia/Tokyo|950-####|3792|13904
    金沢市|JP|石川県|Asia/Tokyo|920-####|3656|13666
    長野市|JP|長野県|Asia/Tokyo|380-####|3665|13818
    さいたま市|JP|埼玉県|Asia/Tokyo|330-####|3586|13965
    千葉市|JP|千葉県|Asia/Tokyo|260-####|3561|14012
    新宿区|JP|東京都|Asia/Tokyo|160-####|3569|13970
    渋谷区|JP|東京都|Asia/Tokyo|150-####|3566|13970
    横浜市|JP|神奈川県|Asia/Tokyo|220-####|3544|13964
    静岡市|JP|静岡県|Asia/Tokyo|420-####|3498|13838
    名古屋市|JP|愛知県|Asia/Tokyo|450-####|3518|13691
    京都市|JP|京都府|Asia/Tokyo|600-####|3501|13577
    大阪市|JP|大阪府|Asia/Tokyo|530-####|3469|13550
    神戸市|JP|兵庫県|Asia/Tokyo|650-####|3469|13519
    奈良市|JP|奈良県|Asia/Tokyo|630-####|3469|13580
    岡山市|JP|岡山県|Asia/Tokyo|700-####|3466|13392
    広島市|JP|広島県|Asia/Tokyo|730-####|3439|13246
    松山市|JP|愛媛県|Asia/Tokyo|790-####|3384|13277
    高松市|JP|香川県|Asia/Tokyo|760-####|3434|13404
    福岡市|JP|福岡県|Asia/Tokyo|810-####|3359|13040
    長崎市|JP|長崎県|Asia/Tokyo|850-####|3275|12988
    熊本市|JP|熊本県|Asia/Tokyo|860-####|3280|13071
    鹿児島市|JP|鹿児島県|Asia/Tokyo|890-####|3160|13056
    那覇市|JP|沖縄県|Asia/Tokyo|900-####|2621|12768
    """

  /// Translations into German and Japanese of names that the cities above lead to: locale, English name, name.
  static let translationTable = """
    de|Austria|Österreich
    de|Germany|Deutschland
    de|Switzerland|Schweiz
    de|Vienna|Wien
    de|Europe|Europa
    de|German|Deutsch
    de|Swiss Franc|Schweizer Franken
    ja|Japan|日本
    ja|Tokyo|東京
    ja|Asia|アジア
    ja|Japanese|日本語
    ja|Japanese Yen|日本円
    """
}
