extension Atlas {
  /// One country a line, by code: code, name, native name, capital, currency, calling code, continent, languages by
  /// code, latitude and longitude of the capital in hundredths of a degree, postal code pattern, three-letter code,
  /// telephone number pattern, from the numbers that the country reserves for fiction if there are any. In patterns `#`
  /// is a digit and, in postal codes, `A` a letter.
  static let countryTable = """
    AE|United Arab Emirates|الإمارات العربية المتحدة|Abu Dhabi|AED|971|AS|ar|2445|5438|#####|ARE|+971 50 555 0###
    AR|Argentina|Argentina|Buenos Aires|ARS|54|SA|es|-3460|-5838|A####|ARG|+54 11 5555 0###
    AT|Austria|Österreich|Vienna|EUR|43|EU|de|4821|1637|####|AUT|+43 1 555 0###
    AU|Australia|Australia|Canberra|AUD|61|OC|en|-3528|14913|####|AUS|+61 2 5550 ####
    BE|Belgium|België|Brussels|EUR|32|EU|nl,fr,de|5085|435|####|BEL|+32 2 555 ## ##
    BR|Brazil|Brasil|Brasília|BRL|55|SA|pt|-1579|-4788|#####-###|BRA|+55 11 95555 0###
    CA|Canada|Canada|Ottawa|CAD|1|NA|en,fr|4542|-7570|A#A #A#|CAN|+1 416 555 01##
    CH|Switzerland|Schweiz|Bern|CHF|41|EU|de,fr,it|4695|745|####|CHE|+41 44 555 ## ##
    CL|Chile|Chile|Santiago|CLP|56|SA|es|-3345|-7067|#######|CHL|+56 2 5555 0###
    CN|China|中国|Beijing|CNY|86|AS|zh|3990|11640|######|CHN|+86 10 5555 0###
    CO|Colombia|Colombia|Bogotá|COP|57|SA|es|471|-7407|######|COL|+57 604 555 0###
    CZ|Czech Republic|Česká republika|Prague|CZK|420|EU|cs|5009|1442|### ##|CZE|+420 255 555 ###
    DE|Germany|Deutschland|Berlin|EUR|49|EU|de|5252|1340|#####|DEU|+49 30 23125 ###
    DK|Denmark|Danmark|Copenhagen|DKK|45|EU|da|5568|1257|####|DNK|+45 55 55 ## ##
    EG|Egypt|مصر|Cairo|EGP|20|AF|ar|3004|3124|#####|EGY|+20 2 5555 0###
    ES|Spain|España|Madrid|EUR|34|EU|es|4042|-370|#####|ESP|+34 955 555 ###
    FI|Finland|Suomi|Helsinki|EUR|358|EU|fi,sv|6017|2494|#####|FIN|+358 9 5555 0###
    FR|France|France|Paris|EUR|33|EU|fr|4886|235|#####|FRA|+33 1 99 00 ## ##
    GB|United Kingdom|United Kingdom|London|GBP|44|EU|en|5151|-13|AA# #AA|GBR|+44 20 7946 0###
    GR|Greece|Ελλάδα|Athens|EUR|30|EU|el|3798|2373|### ##|GRC|+30 21 5555 0###
    ID|Indonesia|Indonesia|Jakarta|IDR|62|AS|id|-620|10685|#####|IDN|+62 21 5555 0###
    IE|Ireland|Éire|Dublin|EUR|353|EU|ga,en|5335|-626|A## A#A#|IRL|+353 20 913 ####
    IL|Israel|ישראל|Jerusalem|ILS|972|AS|he,ar|3177|3522|#######|ISR|+972 3 555 0###
    IN|India|भारत|New Delhi|INR|91|AS|hi,en|2861|7721|######|IND|+91 22 5555 0###
    IS|Iceland|Ísland|Reykjavik|ISK|354|EU|is|6415|-2194|###|ISL|+354 555 0###
    IT|Italy|Italia|Rome|EUR|39|EU|it|4190|1250|#####|ITA|+39 02 5555 0###
    JP|Japan|日本|Tokyo|JPY|81|AS|ja|3568|13969|###-####|JPN|+81 3 5555 0###
    KE|Kenya|Kenya|Nairobi|KES|254|AF|en,sw|-129|3682|#####|KEN|+254 20 555 0###
    KR|South Korea|대한민국|Seoul|KRW|82|AS|ko|3757|12698|#####|KOR|+82 2 5555 0###
    MA|Morocco|المغرب|Rabat|MAD|212|AF|ar|3402|-683|#####|MAR|+212 522 55 0###
    MX|Mexico|México|Mexico City|MXN|52|NA|es|1943|-9913|#####|MEX|+52 55 5555 0###
    NG|Nigeria|Nigeria|Abuja|NGN|234|AF|en|906|749|######|NGA|+234 1 555 0###
    NL|Netherlands|Nederland|Amsterdam|EUR|31|EU|nl|5237|490|#### AA|NLD|+31 20 555 0###
    NO|Norway|Norge|Oslo|NOK|47|EU|no|5991|1075|####|NOR|+47 55 55 ## ##
    NZ|New Zealand|New Zealand|Wellington|NZD|64|OC|en,mi|-4129|17478|####|NZL|+64 9 555 0###
    PE|Peru|Perú|Lima|PEN|51|SA|es|-1205|-7704|#####|PER|+51 1 555 0###
    PL|Poland|Polska|Warsaw|PLN|48|EU|pl|5223|2101|##-###|POL|+48 22 555 ## ##
    PT|Portugal|Portugal|Lisbon|EUR|351|EU|pt|3872|-914|####-###|PRT|+351 21 555 0###
    SE|Sweden|Sverige|Stockholm|SEK|46|EU|sv|5933|1807|### ##|SWE|+46 8 465 004 ##
    TH|Thailand|ประเทศไทย|Bangkok|THB|66|AS|th|1376|10050|#####|THA|+66 2 555 0###
    TR|Turkey|Türkiye|Ankara|TRY|90|AS|tr|3993|3286|#####|TUR|+90 212 555 0###
    UA|Ukraine|Україна|Kyiv|UAH|380|EU|uk|5045|3052|#####|UKR|+380 44 555 0###
    US|United States|United States|Washington D.C.|USD|1|NA|en|3891|-7704|#####|USA|+1 212 555 01##
    VN|Vietnam|Việt Nam|Hanoi|VND|84|AS|vi|2103|10585|######|VNM|+84 24 5555 0###
    ZA|South Africa|South Africa|Pretoria|ZAR|27|AF|af,en,zu|-2575|2819|####|ZAF|+27 21 555 0###
    """
}
