extension Atlas {
  /// One country a line, by code: code, name, native name, capital, currency, calling code, continent,
  /// languages by code, latitude and longitude of the capital in hundredths of a degree, postal code
  /// pattern (`9` a digit, `A` a letter).
  static let countryTable = """
    AE|United Arab Emirates|الإمارات العربية المتحدة|Abu Dhabi|AED|971|AS|ar|2445|5438|99999
    AR|Argentina|Argentina|Buenos Aires|ARS|54|SA|es|-3460|-5838|A9999
    AT|Austria|Österreich|Vienna|EUR|43|EU|de|4821|1637|9999
    AU|Australia|Australia|Canberra|AUD|61|OC|en|-3528|14913|9999
    BE|Belgium|België|Brussels|EUR|32|EU|nl,fr,de|5085|435|9999
    BR|Brazil|Brasil|Brasília|BRL|55|SA|pt|-1579|-4788|99999-999
    CA|Canada|Canada|Ottawa|CAD|1|NA|en,fr|4542|-7570|A9A 9A9
    CH|Switzerland|Schweiz|Bern|CHF|41|EU|de,fr,it|4695|745|9999
    CL|Chile|Chile|Santiago|CLP|56|SA|es|-3345|-7067|9999999
    CN|China|中国|Beijing|CNY|86|AS|zh|3990|11640|999999
    CO|Colombia|Colombia|Bogotá|COP|57|SA|es|471|-7407|999999
    CZ|Czech Republic|Česká republika|Prague|CZK|420|EU|cs|5009|1442|999 99
    DE|Germany|Deutschland|Berlin|EUR|49|EU|de|5252|1340|99999
    DK|Denmark|Danmark|Copenhagen|DKK|45|EU|da|5568|1257|9999
    EG|Egypt|مصر|Cairo|EGP|20|AF|ar|3004|3124|99999
    ES|Spain|España|Madrid|EUR|34|EU|es|4042|-370|99999
    FI|Finland|Suomi|Helsinki|EUR|358|EU|fi,sv|6017|2494|99999
    FR|France|France|Paris|EUR|33|EU|fr|4886|235|99999
    GB|United Kingdom|United Kingdom|London|GBP|44|EU|en|5151|-13|AA9 9AA
    GR|Greece|Ελλάδα|Athens|EUR|30|EU|el|3798|2373|999 99
    ID|Indonesia|Indonesia|Jakarta|IDR|62|AS|id|-620|10685|99999
    IE|Ireland|Éire|Dublin|EUR|353|EU|ga,en|5335|-626|A99 A9A9
    IL|Israel|ישראל|Jerusalem|ILS|972|AS|he,ar|3177|3522|9999999
    IN|India|भारत|New Delhi|INR|91|AS|hi,en|2861|7721|999999
    IS|Iceland|Ísland|Reykjavik|ISK|354|EU|is|6415|-2194|999
    IT|Italy|Italia|Rome|EUR|39|EU|it|4190|1250|99999
    JP|Japan|日本|Tokyo|JPY|81|AS|ja|3568|13969|999-9999
    KE|Kenya|Kenya|Nairobi|KES|254|AF|en,sw|-129|3682|99999
    KR|South Korea|대한민국|Seoul|KRW|82|AS|ko|3757|12698|99999
    MA|Morocco|المغرب|Rabat|MAD|212|AF|ar|3402|-683|99999
    MX|Mexico|México|Mexico City|MXN|52|NA|es|1943|-9913|99999
    NG|Nigeria|Nigeria|Abuja|NGN|234|AF|en|906|749|999999
    NL|Netherlands|Nederland|Amsterdam|EUR|31|EU|nl|5237|490|9999 AA
    NO|Norway|Norge|Oslo|NOK|47|EU|no|5991|1075|9999
    NZ|New Zealand|New Zealand|Wellington|NZD|64|OC|en,mi|-4129|17478|9999
    PE|Peru|Perú|Lima|PEN|51|SA|es|-1205|-7704|99999
    PL|Poland|Polska|Warsaw|PLN|48|EU|pl|5223|2101|99-999
    PT|Portugal|Portugal|Lisbon|EUR|351|EU|pt|3872|-914|9999-999
    SE|Sweden|Sverige|Stockholm|SEK|46|EU|sv|5933|1807|999 99
    TH|Thailand|ประเทศไทย|Bangkok|THB|66|AS|th|1376|10050|99999
    TR|Turkey|Türkiye|Ankara|TRY|90|AS|tr|3993|3286|99999
    UA|Ukraine|Україна|Kyiv|UAH|380|EU|uk|5045|3052|99999
    US|United States|United States|Washington D.C.|USD|1|NA|en|3891|-7704|99999
    VN|Vietnam|Việt Nam|Hanoi|VND|84|AS|vi|2103|10585|999999
    ZA|South Africa|South Africa|Pretoria|ZAR|27|AF|af,en,zu|-2575|2819|9999
    """
}
