import OrderedJSON
import Testing

/// A text that no parser may accept, under the name that the public JSONTestSuite gives it (without `n_`), and the
/// code of our error.
struct Rejected: Sendable, CustomTestStringConvertible {
  let code: JSONError.Code
  let name: String
  let bytes: [UInt8]

  init(_ code: JSONError.Code, _ name: String, _ text: String) {
    self.init(code, name, bytes: Array(text.utf8))
  }

  init(_ code: JSONError.Code, _ name: String, bytes: [UInt8]) {
    self.code = code
    self.name = name
    self.bytes = bytes
  }

  var testDescription: String { name }

  static let all: [Rejected] = arrays + words + numbers + objects + strings + structures
}
