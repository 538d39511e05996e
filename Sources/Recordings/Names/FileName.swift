/// The name of a recording's file, `code=CA-7be1d204.json`: the variables in brief and the start of the key's hash.
enum FileName {
  static let suffix: StaticString = ".json"

  static func text(_ key: OperationKey, digits: Int) -> String {
    "\(VariablesBrief.text(key.variables))-\(key.hash.hex(digits: digits)).json"
  }

  /// The information in a file's name.
  enum Reading {
    /// A recording, with the first digits of the hash as a number.
    case recording(prefix: UInt32)
    /// Ends in `.json`, but not with a dash and digits before it.
    case misnamed
    /// Something else, such as notes.
    case other
  }

  static func read(_ name: UnsafeBufferPointer<UInt8>, scheme: NameScheme) -> Reading {
    guard NameBytes.ends(name, in: suffix) else { return .other }
    let stem = UnsafeBufferPointer(rebasing: name[..<(name.count - suffix.utf8CodeUnitCount)])
    let digits = NameBytes.hexDigits(atEndOf: stem)
    // A name that is not UTF-8 could not be opened again.
    guard stem.allSatisfy({ $0 < 0x80 }) || String(validating: stem, as: UTF8.self) != nil else { return .misnamed }
    guard digits >= scheme.shortest, digits <= 64, digits < stem.count,
      stem[stem.count - digits - 1] == UInt8(ascii: "-")
    else { return .misnamed }
    return .recording(prefix: NameBytes.number(in: stem, from: stem.count - digits, count: scheme.shortest))
  }
}
