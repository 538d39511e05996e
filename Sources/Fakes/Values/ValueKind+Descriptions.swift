extension ValueKind {
  /// The kind that a field's description names: "The user's e-mail address", "ISO 3166-1 alpha-2 code", "URL of …".
  ///
  /// The longest phrase that the table knows decides, of two equally long the first. Only the first sentence is read:
  /// what follows is seldom about the form.
  static func described(by description: String?) -> ValueKind? {
    guard let description, !description.isEmpty else { return nil }
    let said = words(of: String(firstSentence(description)))
    var best: (kind: ValueKind, length: Int)?
    for start in said.indices {
      for length in (1...6).reversed() where start + length <= said.count && length > best?.length ?? 0 {
        let phrase = said[start..<start + length]
        guard let kind = phrases[phrase.joined(separator: " ")] ?? plural(phrase) else { continue }
        best = (kind, length)
        break
      }
    }
    return best?.kind
  }

  private static func plural(_ phrase: ArraySlice<String>) -> ValueKind? {
    guard let last = phrase.last, singular(last) != last else { return nil }
    return phrases[(phrase.dropLast() + [singular(last)]).joined(separator: " ")]
  }

  private static func firstSentence(_ text: String) -> Substring {
    let lead = text.drop { $0 == " " || $0 == "\n" }
    guard let end = lead.range(of: ". ") ?? lead.range(of: "\n\n") else { return lead }
    return lead[..<end]
  }

  static let phrases: [String: ValueKind] = table([
    (.email, "e mail, email, e mail address, email address, mail address"),
    (.fullName, "full name, name of the person, name of the user, name of the author"),
    (.givenName, "first name, given name, forename"), (.familyName, "last name, family name, surname"),
    (.initials, "initials"), (.username, "user name, username, login name, nickname, handle"),
    (.mention, "twitter handle"), (.jobTitle, "job title, occupation, profession"),
    (.phone, "phone number, telephone number, mobile number, telephone, e164"), (.gender, "gender"),
    (.password, "password"), (.company, "company, company name, name of the company, organization name"),
    (.department, "department"), (.product, "product name, name of the product"),
    (.price, "price, amount of money"),
    (
      .cents,
      "in cents, cents, minor units, minor unit, smallest currency unit, in the smallest currency unit, in pennies"
    ),
    (
      .currencyCode,
      "iso 4217, iso4217, currency code, iso 4217 code, iso 4217 currency code, three letter currency code"
    ),
    (.currencyName, "name of the currency, currency name"),
    (.currencySymbol, "currency symbol, symbol of the currency"),
    (.sku, "stock keeping unit, sku, part number, order number"), (.unit, "unit of measurement, unit of measure"),
    (.barcode, "barcode, ean, ean 13, gtin, upc"), (.isbn, "isbn, isbn 13, isbn13"),
    (.iban, "iban"),
    (.bic, "bic, swift code, bank identifier code"), (.cardNumber, "card number, credit card number"),
    (.cardBrand, "card brand, brand of the card"), (.city, "city, town, name of the city"),
    (.cloudRegion, "cloud region, aws region"), (.countryName, "name of the country, country name, country"),
    (
      .countryCode,
      """
      iso 3166, iso 3166 1, iso 3166 1 alpha 2, iso 3166 alpha 2, iso 3166 1 alpha 2 code, alpha 2, alpha 2 code,
      country code, two letter country code, iso country code
      """
    ),
    (
      .countryCode3,
      "iso 3166 1 alpha 3, iso 3166 alpha 3, iso 3166 1 alpha 3 code, alpha 3, alpha 3 code, three letter country code"
    ),
    (.callingCode, "calling code, dialling code, dialing code, country calling code"),
    (.capital, "capital city, capital of the country"), (.continentName, "continent"),
    (.region, "state or province, province, region of the country, federal state"),
    (.street, "street, street address, street name, street and number"),
    (.address, "full address, postal address, mailing address"),
    (.postcode, "postal code, post code, postcode, zip code, zip"),
    (.timeZone, "time zone, timezone, iana time zone, tz database, olson"),
    (.latitude, "latitude"), (.longitude, "longitude"), (.geoPoint, "geojson, geo json, geojson point"),
    (.flag, "flag emoji, emoji flag, emoji of the flag"),
    (.languageName, "name of the language, language name"),
    (.languageCode, "iso 639, iso 639 1, iso639, language code, two letter language code, iso 639 1 code"),
    (.locale, "bcp 47, bcp47, ietf language tag, locale, language tag"),
    (.slug, "slug, url friendly, url safe name"), (.title, "headline, title"),
    (.paragraph, "free text, long text, multi line text"), (.sentence, "short text, one sentence, one line summary"),
    (.markdown, "markdown, in markdown, as markdown"), (.html, "html, as html, in html, rendered html"),
    (.genre, "genre"), (.animal, "animal, species, breed"),
    (
      .url,
      "url, uri, url of, link to, url to, web address, website, web page, homepage, home page, http link, link"
    ),
    (
      .imageURL,
      """
      image url, url of the image, url of an image, url to an image, image, avatar, picture, photo, thumbnail, logo,
      icon url, url of the picture, url of a picture, url of the avatar, url of the logo, link to an image,
      link to the image, url of the photo, link to the avatar, url to the image, url of the thumbnail
      """
    ),
    (.domain, "domain name, host name, hostname, fully qualified domain name"), (.path, "file path, url path"),
    (.fileName, "file name, filename, name of the file"), (.fileExtension, "file extension"),
    (.mimeType, "mime type, media type, content type"), (.httpMethod, "http method, http verb"),
    (.uuid, "uuid, guid, universally unique identifier"), (.ulid, "ulid"),
    (.objectID, "object id, mongo id, mongodb id"),
    (.token, "access token, refresh token, api key, api token, bearer token, secret token"),
    (.jwt, "jwt, json web token"), (.hash, "sha 1, sha1, commit hash, git hash"), (.md5, "md5, md5 hash"),
    (.sha256, "sha 256, sha256, sha 256 hash"), (.cursor, "opaque cursor, pagination cursor"),
    (.base64, "base 64, base64, base64 encoded"), (.json, "json object"),
    (.colourName, "name of the colour, name of the color, color name, colour name"),
    (
      .colourHex,
      "hex color, hex colour, hexadecimal color, hexadecimal colour, hex code, color hex, rgb hex, color as hex, hex triplet"
    ),
    (.rgb, "rgb color, rgb colour, css color, css colour"), (.emoji, "emoji"),
    (.ipAddress, "ip address, ipv4 address, ipv4"), (.ipv6Address, "ipv6 address, ipv6"),
    (.macAddress, "mac address"), (.userAgent, "user agent"), (.version, "semantic version, semver, version number"),
    (.cron, "cron expression, cron schedule"),
    (
      .moment(.created),
      """
      iso 8601, iso8601, rfc 3339, rfc3339, date and time, timestamp, date time, iso 8601 timestamp, iso 8601 date time,
      unix timestamp, unix time, seconds since the epoch, time of creation, when it was created
      """
    ),
    (.moment(.updated), "time of the last change, last change, when it was updated, last updated"),
    (.date(.created), "iso 8601 date, calendar date, yyyy mm dd"),
    (.date(.birthday), "date of birth, birthday, born on"),
    (.moment(.expiry), "expiry date, expiration date, time of expiry, when it expires"),
    (.duration, "in seconds, number of seconds, length in seconds, duration in seconds"),
    (.number(1...240, decimals: 0), "in minutes, number of minutes"),
    (.number(10...5_000, decimals: 0), "in milliseconds, number of milliseconds"),
    (.number(900...9_000_000, decimals: 0), "in bytes, number of bytes, size in bytes"),
    (.number(120...1_920, decimals: 0), "in pixels"), (.number(1...120, decimals: 1), "in kilograms, in kg"),
    (.number(1...250, decimals: 1), "in centimeters, in centimetres, in cm"),
    (.number(1...9_000, decimals: 1), "in meters, in metres, in kilometers, in kilometres"),
    (.number(-10...38, decimals: 1), "in degrees celsius, degrees celsius"),
    (.number(0...100, decimals: 1), "percent, percentage, in percent, from 0 to 100, between 0 and 100"),
    (.number(0...1, decimals: 2), "from 0 to 1, between 0 and 1, fraction of one, ratio"),
    (.number(0...250, decimals: 0), "number of, total number of"), (.age, "age in years"),
    (.namePrefix, "salutation, honorific"), (.event, "name of the event, event name"),
    (.category, "category, name of the category"), (.topic, "tag, topic, keyword"), (.status, "current status, status"),
    (.month, "number of the month"), (.width, "width in pixels, image width"),
    (.height, "height in pixels, image height"), (.weekday, "day of the week, weekday"),
    (.monthName, "name of the month"), (.time, "time of day"),
    (.year, "year"),
  ])
}

extension Substring {
  /// Where a text begins in this one; nil if it does not.
  fileprivate func range(of text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start }
      start = index(after: start)
    }
    return nil
  }
}
