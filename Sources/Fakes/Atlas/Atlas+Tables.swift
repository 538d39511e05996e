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

  /// One language a line: code, name, native name, `r` where it is written from right to left.
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

  /// One city a line: name, country's code, region, time zone.
  static let cityTable = """
    Amsterdam|NL|North Holland|Europe/Amsterdam
    Athens|GR|Attica|Europe/Athens
    Auckland|NZ|Auckland|Pacific/Auckland
    Bangkok|TH|Bangkok|Asia/Bangkok
    Barcelona|ES|Catalonia|Europe/Madrid
    Bengaluru|IN|Karnataka|Asia/Kolkata
    Berlin|DE|Berlin|Europe/Berlin
    Boston|US|Massachusetts|America/New_York
    Brisbane|AU|Queensland|Australia/Brisbane
    Brussels|BE|Brussels|Europe/Brussels
    Buenos Aires|AR|Buenos Aires|America/Argentina/Buenos_Aires
    Cape Town|ZA|Western Cape|Africa/Johannesburg
    Casablanca|MA|Casablanca-Settat|Africa/Casablanca
    Chicago|US|Illinois|America/Chicago
    Copenhagen|DK|Capital Region|Europe/Copenhagen
    Dubai|AE|Dubai|Asia/Dubai
    Dublin|IE|Leinster|Europe/Dublin
    Gothenburg|SE|Västra Götaland|Europe/Stockholm
    Hamburg|DE|Hamburg|Europe/Berlin
    Hanoi|VN|Hanoi|Asia/Ho_Chi_Minh
    Helsinki|FI|Uusimaa|Europe/Helsinki
    Istanbul|TR|Istanbul|Europe/Istanbul
    Jakarta|ID|Jakarta|Asia/Jakarta
    Kyiv|UA|Kyiv|Europe/Kyiv
    Kyoto|JP|Kyoto|Asia/Tokyo
    Lagos|NG|Lagos|Africa/Lagos
    Lima|PE|Lima|America/Lima
    Lisbon|PT|Lisboa|Europe/Lisbon
    London|GB|England|Europe/London
    Lyon|FR|Auvergne-Rhône-Alpes|Europe/Paris
    Manchester|GB|England|Europe/London
    Medellín|CO|Antioquia|America/Bogota
    Melbourne|AU|Victoria|Australia/Melbourne
    Milan|IT|Lombardy|Europe/Rome
    Montréal|CA|Quebec|America/Toronto
    Mumbai|IN|Maharashtra|Asia/Kolkata
    Munich|DE|Bavaria|Europe/Berlin
    Nairobi|KE|Nairobi|Africa/Nairobi
    Osaka|JP|Osaka|Asia/Tokyo
    Oslo|NO|Oslo|Europe/Oslo
    Paris|FR|Île-de-France|Europe/Paris
    Porto|PT|Porto|Europe/Lisbon
    Prague|CZ|Prague|Europe/Prague
    Reykjavik|IS|Capital Region|Atlantic/Reykjavik
    San Francisco|US|California|America/Los_Angeles
    Santiago|CL|Santiago|America/Santiago
    São Paulo|BR|São Paulo|America/Sao_Paulo
    Seoul|KR|Seoul|Asia/Seoul
    Shanghai|CN|Shanghai|Asia/Shanghai
    Stockholm|SE|Stockholm|Europe/Stockholm
    Tel Aviv|IL|Tel Aviv|Asia/Jerusalem
    Toronto|CA|Ontario|America/Toronto
    Vancouver|CA|British Columbia|America/Vancouver
    Vienna|AT|Vienna|Europe/Vienna
    Warsaw|PL|Mazovia|Europe/Warsaw
    Zürich|CH|Zürich|Europe/Zurich
    """
}
