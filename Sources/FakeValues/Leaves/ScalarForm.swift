import OrderedJSON

/// The form of a scalar type's values, found by the type's name.
package enum ScalarForm: Hashable, Sendable {
  /// A text of the kind that the field's name shows.
  case text
  /// An opaque text; digits unless the field's name shows more.
  case identifier
  case integer
  case float
  case boolean
  /// A text of this kind, whatever the field's name.
  case kind(ValueKind)
  /// ISO 8601: date and time, only the date, only the time.
  case dateTime, date, time
  /// A number of arbitrary size, written as a JSON number.
  case wideInteger
  /// A decimal number as text, for clients with inexact arithmetic.
  case decimalText
  /// An ISO 8601 duration: `PT25M`.
  case durationText
  /// A number counted from a moment.
  case epoch(Epoch)

  /// The number format of a moment.
  package struct Epoch: Hashable, Sendable {
    /// The moment of zero, in seconds since 1970-01-01 UTC.
    var zero: Int
    var isMilliseconds: Bool
    /// Indicates whether fractions are written: `613835182.14269805`.
    var hasFraction: Bool

    static let unix = Epoch(zero: 0, isMilliseconds: false, hasFraction: false)
    static let unixMilliseconds = Epoch(zero: 0, isMilliseconds: true, hasFraction: false)
  }

  /// Finds the form of a scalar: the five of the specification, well-known custom ones by name, else text.
  package init(scalar: String) {
    switch scalar {
    case "String": self = .text
    case "ID": self = .identifier
    case "Int": self = .integer
    case "Float": self = .float
    case "Boolean": self = .boolean
    default: self = Self.known(scalar) ?? .text
    }
  }

  /// Returns the form of a custom scalar by the last words of its name (`MyUUID`); nil if the name does not show it.
  package static func known(_ scalar: String) -> ScalarForm? {
    let parts = words(of: scalar)
    for start in parts.indices {
      if let form = custom[parts[start...].joined()] { return form }
    }
    return nil
  }

  /// The forms by the type's words without spaces: `DateTime`, `Datetime` and `date_time` are one.
  private static let custom: [String: ScalarForm] = [
    "datetime": .dateTime, "timestamp": .dateTime, "timestamptz": .dateTime, "iso8601datetime": .dateTime,
    "iso8601": .dateTime, "instant": .dateTime, "zoneddatetime": .dateTime, "offsetdatetime": .dateTime,
    "localdatetime": .dateTime, "gitimestamp": .dateTime, "precisedatetime": .dateTime,
    "date": .date, "iso8601date": .date, "localdate": .date, "day": .date, "calendardate": .date,
    "time": .time, "localtime": .time, "timetz": .time,
    "duration": .durationText, "iso8601duration": .durationText, "interval": .durationText,
    "uuid": .kind(.uuid), "guid": .kind(.uuid),
    "objectid": .kind(.objectID), "bsonobjectid": .kind(.objectID), "mongoid": .kind(.objectID),
    "gitobjectid": .kind(.hash), "sha": .kind(.hash),
    "url": .kind(.url), "uri": .kind(.url), "link": .kind(.url), "imageurl": .kind(.imageURL),
    "json": .kind(.json), "jsonobject": .kind(.json), "jsonstring": .text, "jsonscalar": .kind(.json),
    "jsonb": .kind(.json), "object": .kind(.json), "map": .kind(.json), "any": .kind(.json), "mixed": .kind(.json),
    "record": .kind(.json), "genericscalar": .kind(.json), "metadata": .kind(.json),
    "bigint": .wideInteger, "bigintrange": .wideInteger, "long": .wideInteger, "int64": .wideInteger,
    "integer": .integer, "int32": .integer, "short": .integer, "byte": .integer, "positiveint": .integer,
    "nonnegativeint": .integer, "unsignedint": .integer, "uint": .integer, "int8": .integer, "smallint": .integer,
    "uint32": .integer, "uint64": .wideInteger, "counter": .integer, "day int": .integer,
    "decimal": .decimalText, "bigdecimal": .decimalText, "numeric": .decimalText, "positivedecimal": .decimalText,
    "money": .decimalText, "double": .float, "positivefloat": .float, "nonnegativefloat": .float, "number": .float,
    "emailaddress": .kind(.email), "email": .kind(.email), "phonenumber": .kind(.phone), "phone": .kind(.phone),
    "html": .kind(.html), "markdown": .kind(.markdown), "hexcolor": .kind(.colourHex),
    "hexcolorcode": .kind(.colourHex),
    "color": .kind(.colourHex), "colour": .kind(.colourHex), "countrycode": .kind(.countryCode),
    "currency": .kind(.currencyCode), "currencycode": .kind(.currencyCode), "locale": .kind(.locale),
    "languagecode": .kind(.languageCode), "timezone": .kind(.timeZone), "postalcode": .kind(.postcode),
    "latitude": .kind(.latitude), "longitude": .kind(.longitude), "ip": .kind(.ipAddress), "ipv4": .kind(.ipAddress),
    "ipaddress": .kind(.ipAddress), "mac": .kind(.macAddress), "semver": .kind(.version), "version": .kind(.version),
    "port": .kind(.number(1_024...49_151, decimals: 0)), "cursor": .kind(.cursor), "base64": .kind(.base64),
    "base64string": .kind(.base64), "slug": .kind(.slug), "jwt": .kind(.jwt), "isbn": .kind(.isbn),
    "datetimeiso": .dateTime, "isodatetime": .dateTime, "isodate": .dateTime, "ulid": .kind(.ulid),
    "ipv6": .kind(.ipv6Address), "iban": .kind(.iban), "ean": .kind(.barcode), "gtin": .kind(.barcode),
    "barcode": .kind(.barcode), "rgb": .kind(.rgb), "mimetype": .kind(.mimeType), "domain": .kind(.domain),
    "domainname": .kind(.domain), "hostname": .kind(.domain), "username": .kind(.username),
    "md5": .kind(.md5), "sha1": .kind(.hash), "sha256": .kind(.sha256), "emoji": .kind(.emoji),
    "point": .kind(.geoPoint), "geojson": .kind(.geoPoint), "geopoint": .kind(.geoPoint), "geometry": .kind(.geoPoint),
    "geography": .kind(.geoPoint), "safeint": .wideInteger, "percentage": .kind(.number(0...100, decimals: 1)),
    "percent": .kind(.number(0...100, decimals: 1)), "cents": .kind(.cents), "useragent": .kind(.userAgent),
    "token": .kind(.token), "fullname": .kind(.fullName), "unixtimestamp": .epoch(.unix),
    "epochseconds": .epoch(.unix), "unixtime": .epoch(.unix), "epochmilliseconds": .epoch(.unixMilliseconds),
    "timestampms": .epoch(.unixMilliseconds),
    "datum": .date, "fecha": .date, "uhrzeit": .time, "hora": .time, "heure": .time, "zeitstempel": .dateTime,
    "zeitpunkt": .dateTime, "fechahora": .dateTime, "dauer": .durationText,
    "boolean": .boolean, "bool": .boolean, "string": .text, "nonemptystring": .text, "year": .kind(.year),
  ]
}

extension ScalarForm {
  package var isNumeric: Bool {
    switch self {
    case .integer, .wideInteger, .float: true
    default: false
    }
  }

  package var isUUID: Bool { self == .kind(.uuid) }
}
