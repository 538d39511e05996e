import ArgumentParser
import Engine
import Transports

/// `--header 'Name: value'`.
enum HeaderOption {
  /// The header fields; a value is never shown, it may be a secret.
  static func fields(_ headers: [String]) throws -> HeaderList {
    var fields = HeaderList()
    for (index, header) in headers.enumerated() {
      let parts = header.split(separator: ":", maxSplits: 1)
      let name = parts.first.map(String.init) ?? ""
      let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      guard isName, parts.count == 2, !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
        throw ValidationError("--header \(index + 1) must be like 'Name: value', on one line.")
      }
      fields.append(name, String(value))
    }
    return fields
  }
}
