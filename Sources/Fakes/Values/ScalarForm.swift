import OrderedJSON

/// How a scalar type's values are written, told from the type's name.
enum ScalarForm: Hashable, Sendable {
  /// A text of the kind that the field's name says.
  case text
  /// An opaque text, digits unless the field's name says more.
  case identifier
  case integer
  case float
  case boolean
  /// A text of this kind, whatever the field is called.
  case kind(ValueKind)
  /// ISO 8601: date and time, only the date, only the time.
  case dateTime, date, time
  /// A number of arbitrary size, written as a JSON number.
  case wideInteger
  /// A decimal number as text, as services write it that cannot trust their clients' arithmetic.
  case decimalText
  /// ISO 8601 duration, `PT25M`.
  case durationText

  /// The form of a scalar: the five of the specification, the well-known custom ones by name, else text.
  init(scalar: String) {
    switch scalar {
    case "String": self = .text
    case "ID": self = .identifier
    case "Int": self = .integer
    case "Float": self = .float
    case "Boolean": self = .boolean
    default: self = Self.custom[words(of: scalar).joined()] ?? Self.byEnding(scalar)
    }
  }

  /// Types like `MyUUID` or `ReleaseDate`: the last words decide.
  private static func byEnding(_ scalar: String) -> ScalarForm {
    let parts = words(of: scalar)
    for start in parts.indices {
      if let form = custom[parts[start...].joined()] { return form }
    }
    return .text
  }

  /// Keyed by the type's words without spaces: `DateTime`, `Datetime` and `date_time` are one.
  private static let custom: [String: ScalarForm] = [
    "datetime": .dateTime, "timestamp": .dateTime, "timestamptz": .dateTime, "iso8601datetime": .dateTime,
    "iso8601": .dateTime, "instant": .dateTime, "zoneddatetime": .dateTime, "offsetdatetime": .dateTime,
    "localdatetime": .dateTime, "gitimestamp": .dateTime, "precisedatetime": .dateTime,
    "date": .date, "iso8601date": .date, "localdate": .date, "day": .date, "calendardate": .date,
    "time": .time, "localtime": .time, "timetz": .time,
    "duration": .durationText, "iso8601duration": .durationText, "interval": .durationText,
    "uuid": .kind(.uuid), "guid": .kind(.uuid),
    "objectid": .kind(.hash), "bsonobjectid": .kind(.hash), "gitobjectid": .kind(.hash), "sha": .kind(.hash),
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
    "base64string": .kind(.base64), "slug": .kind(.slug), "jwt": .kind(.token), "isbn": .kind(.barcode),
    "boolean": .boolean, "bool": .boolean, "string": .text, "nonemptystring": .text, "year": .kind(.year),
  ]
}

/// A leaf field's value in the form of its scalar type.
///
/// - Parameters:
///   - field: The field's name.
///   - parent: The name of the type that has the field.
///   - form: How the field's scalar is written.
///   - persona: What the values of the field's object agree on.
///   - hash: The hash of the object, the field and its arguments.
/// - Returns: A value that the form allows; never null.
func leafValue(field: String, parent: String, form: ScalarForm, persona: Persona, hash: StableHash) -> JSON {
  switch form {
  case .integer, .wideInteger, .float, .decimalText:
    return written(ValueKind.number(field: field).sample(persona, hash, field: field), form, hash)
  case .boolean:
    return written(ValueKind.boolean(field: field).sample(persona, hash, field: field), form, hash)
  case .kind(.url) where ValueKind.text(field: field, parent: parent) == .imageURL:
    return written(ValueKind.imageURL.sample(persona, hash, field: field), form, hash)
  case .kind(let kind):
    return written(kind.sample(persona, hash, field: field), form, hash)
  case .dateTime, .date, .time:
    let kind = ValueKind.text(field: field, parent: parent)
    switch kind {
    case .moment, .date: return written(kind.sample(persona, hash, field: field), form, hash)
    default: return written(ValueKind.moment(.created).sample(persona, hash, field: field), form, hash)
    }
  case .durationText:
    var draw = Draw(hash)
    return .string("PT\(draw.within(1...12) * 5)M")
  case .identifier:
    let kind = ValueKind.text(field: field, parent: parent)
    var draw = Draw(hash)
    return .string(kind == .unknown ? draw.digits(4) : kind.sample(persona, hash, field: field).text)
  case .text:
    return written(ValueKind.text(field: field, parent: parent).sample(persona, hash, field: field), form, hash)
  }
}

/// A sample written as a scalar's form wants it; a sample that the form cannot hold is replaced by a number
/// or a truth of the same hash, never by a value of the wrong type.
func written(_ sample: Sample, _ form: ScalarForm, _ hash: StableHash) -> JSON {
  var draw = Draw(hash.with("form"))
  switch form {
  case .integer, .wideInteger:
    return .number(JSONNumber(validated: String(sample.integer ?? draw.within(1...100))))
  case .float:
    return .number(JSONNumber(validated: sample.decimal ?? Sample.decimal(draw.within(100...10_000), 2)))
  case .decimalText: return .string(sample.decimal ?? Sample.decimal(draw.within(100...10_000), 2))
  case .boolean:
    if case .flag(let flag) = sample { return .bool(flag) }
    return .bool(draw.chance(50))
  case .dateTime, .date, .time:
    guard let seconds = sample.seconds else { return .string(sample.text) }
    let moment = CivilTime(seconds: seconds)
    return .string(form == .date ? moment.isoDate : form == .time ? moment.isoTime : moment.isoDateTime)
  case .kind:
    switch sample {
    case .json(let json): return json
    case .number(let units, let decimals): return .number(JSONNumber(validated: Sample.decimal(units, decimals)))
    case .flag(let flag): return .bool(flag)
    case .text, .moment, .day: return .string(sample.text)
    }
  case .text, .identifier, .durationText: return .string(sample.text)
  }
}

extension Sample {
  fileprivate var seconds: Int? {
    switch self {
    case .moment(let seconds), .day(let seconds): seconds
    default: nil
    }
  }
}

extension ScalarForm {
  /// Whether its values are JSON numbers.
  var isNumeric: Bool {
    switch self {
    case .integer, .wideInteger, .float: true
    default: false
    }
  }

  /// Whether its values are UUIDs, boxed or not.
  var isUUID: Bool { self == .kind(.uuid) }

  /// Whether its values are objects with one member around the text.
  var isBoxed: Bool { false }
}
