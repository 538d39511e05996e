extension Atlas {
  /// One continent a line: code, name.
  static let continentTable = """
    AF|Africa
    AN|Antarctica
    AS|Asia
    EU|Europe
    NA|North America
    OC|Oceania
    SA|South America
    """

  /// One language a line: code, name, native name, `r` for one written from right to left.
  static let languageTable = """
    af|Afrikaans|Afrikaans|
    ar|Arabic|العربية|r
    cs|Czech|Čeština|
    da|Danish|Dansk|
    de|German|Deutsch|
    el|Greek|Ελληνικά|
    en|English|English|
    es|Spanish|Español|
    fi|Finnish|Suomi|
    fr|French|Français|
    ga|Irish|Gaeilge|
    he|Hebrew|עברית|r
    hi|Hindi|हिन्दी|
    id|Indonesian|Bahasa Indonesia|
    is|Icelandic|Íslenska|
    it|Italian|Italiano|
    ja|Japanese|日本語|
    ko|Korean|한국어|
    mi|Maori|Māori|
    nl|Dutch|Nederlands|
    no|Norwegian|Norsk|
    pl|Polish|Polski|
    pt|Portuguese|Português|
    sv|Swedish|Svenska|
    sw|Swahili|Kiswahili|
    th|Thai|ไทย|
    tr|Turkish|Türkçe|
    uk|Ukrainian|Українська|
    vi|Vietnamese|Tiếng Việt|
    zh|Chinese|中文|
    zu|Zulu|isiZulu|
    """

  /// One currency a line: code, name, symbol.
  static let currencyTable = """
    AED|UAE Dirham|د.إ
    ARS|Argentine Peso|$
    AUD|Australian Dollar|A$
    BRL|Brazilian Real|R$
    CAD|Canadian Dollar|CA$
    CHF|Swiss Franc|CHF
    CLP|Chilean Peso|$
    CNY|Chinese Yuan|¥
    COP|Colombian Peso|$
    CZK|Czech Koruna|Kč
    DKK|Danish Krone|kr
    EGP|Egyptian Pound|E£
    EUR|Euro|€
    GBP|Pound Sterling|£
    IDR|Indonesian Rupiah|Rp
    ILS|Israeli New Shekel|₪
    INR|Indian Rupee|₹
    ISK|Icelandic Króna|kr
    JPY|Japanese Yen|¥
    KES|Kenyan Shilling|KSh
    KRW|South Korean Won|₩
    MAD|Moroccan Dirham|DH
    MXN|Mexican Peso|MX$
    NGN|Nigerian Naira|₦
    NOK|Norwegian Krone|kr
    NZD|New Zealand Dollar|NZ$
    PEN|Peruvian Sol|S/
    PLN|Polish Złoty|zł
    SEK|Swedish Krona|kr
    THB|Thai Baht|฿
    TRY|Turkish Lira|₺
    UAH|Ukrainian Hryvnia|₴
    USD|US Dollar|$
    VND|Vietnamese Đồng|₫
    ZAR|South African Rand|R
    """

  /// One city a line: name, country, region, time zone, postal code pattern, position in hundredths of a degree.
  static let cityTable = """
    Amsterdam|NL|North Holland|Europe/Amsterdam|10## AA|5237|490
    Athens|GR|Attica|Europe/Athens|105 ##|3798|2373
    Auckland|NZ|Auckland|Pacific/Auckland|10##|-3685|17476
    Bangkok|TH|Bangkok|Asia/Bangkok|10###|1376|10050
    Barcelona|ES|Catalonia|Europe/Madrid|080##|4139|217
    Bengaluru|IN|Karnataka|Asia/Kolkata|5600##|1297|7759
    Berlin|DE|Berlin|Europe/Berlin|10###|5252|1340
    Boston|US|Massachusetts|America/New_York|021##|4236|-7106
    Brisbane|AU|Queensland|Australia/Brisbane|40##|-2747|15303
    Brussels|BE|Brussels|Europe/Brussels|10##|5085|435
    Buenos Aires|AR|Buenos Aires|America/Argentina/Buenos_Aires|C1###|-3460|-5838
    Cape Town|ZA|Western Cape|Africa/Johannesburg|80##|-3393|1842
    Casablanca|MA|Casablanca-Settat|Africa/Casablanca|20###|3357|-759
    Chicago|US|Illinois|America/Chicago|606##|4188|-8763
    Copenhagen|DK|Capital Region|Europe/Copenhagen|1###|5568|1257
    Dubai|AE|Dubai|Asia/Dubai|#####|2520|5527
    Dublin|IE|Leinster|Europe/Dublin|D0# A#A#|5335|-626
    Gothenburg|SE|Västra Götaland|Europe/Stockholm|41# ##|5771|1197
    Hamburg|DE|Hamburg|Europe/Berlin|20###|5355|999
    Hanoi|VN|Hanoi|Asia/Ho_Chi_Minh|1#####|2103|10585
    Helsinki|FI|Uusimaa|Europe/Helsinki|00###|6017|2494
    Istanbul|TR|Istanbul|Europe/Istanbul|34###|4101|2898
    Jakarta|ID|Jakarta|Asia/Jakarta|1####|-620|10685
    Kyiv|UA|Kyiv|Europe/Kyiv|01###|5045|3052
    Kyoto|JP|Kyoto|Asia/Tokyo|60#-####|3501|13577
    Lagos|NG|Lagos|Africa/Lagos|1#####|652|338
    Lima|PE|Lima|America/Lima|150##|-1205|-7704
    Lisbon|PT|Lisboa|Europe/Lisbon|1###-###|3872|-914
    London|GB|England|Europe/London|SW# #AA|5151|-13
    Lyon|FR|Auvergne-Rhône-Alpes|Europe/Paris|6900#|4576|484
    Manchester|GB|England|Europe/London|M# #AA|5348|-224
    Medellín|CO|Antioquia|America/Bogota|0500##|624|-7558
    Melbourne|AU|Victoria|Australia/Melbourne|30##|-3781|14496
    Milan|IT|Lombardy|Europe/Rome|201##|4546|919
    Montréal|CA|Quebec|America/Toronto|H#A #A#|4550|-7357
    Mumbai|IN|Maharashtra|Asia/Kolkata|4000##|1908|7288
    Munich|DE|Bavaria|Europe/Berlin|80###|4814|1158
    Nairobi|KE|Nairobi|Africa/Nairobi|00###|-129|3682
    Osaka|JP|Osaka|Asia/Tokyo|53#-####|3469|13550
    Oslo|NO|Oslo|Europe/Oslo|0###|5991|1075
    Paris|FR|Île-de-France|Europe/Paris|7500#|4886|235
    Porto|PT|Porto|Europe/Lisbon|4###-###|4115|-861
    Prague|CZ|Prague|Europe/Prague|11# ##|5008|1444
    Reykjavik|IS|Capital Region|Atlantic/Reykjavik|10#|6415|-2194
    San Francisco|US|California|America/Los_Angeles|941##|3777|-12242
    Santiago|CL|Santiago|America/Santiago|83#####|-3345|-7067
    São Paulo|BR|São Paulo|America/Sao_Paulo|01###-###|-2355|-4663
    Seoul|KR|Seoul|Asia/Seoul|04###|3757|12698
    Shanghai|CN|Shanghai|Asia/Shanghai|2000##|3123|12147
    Stockholm|SE|Stockholm|Europe/Stockholm|11# ##|5933|1807
    Tel Aviv|IL|Tel Aviv|Asia/Jerusalem|6#####0|3209|3478
    Toronto|CA|Ontario|America/Toronto|M#A #A#|4365|-7938
    Vancouver|CA|British Columbia|America/Vancouver|V#A #A#|4928|-12312
    Vienna|AT|Vienna|Europe/Vienna|10#0|4821|1637
    Warsaw|PL|Mazovia|Europe/Warsaw|00-###|5223|2101
    Zürich|CH|Zürich|Europe/Zurich|80##|4738|854
    """
}
