import OrderedJSON
import Recordings

extension String {
  /// The bytes of a text of JSON.
  var capturedBytes: [UInt8] { Array(LoneSurrogates.decoded(self).utf8) }

  /// The bytes that a text in Base64 stands for, white space in it left out; nil if it is none.
  ///
  /// Some tools keep a body's chunks apart, as a list of texts in JSON: those of Polly.JS do.
  var base64Bytes: [UInt8]? {
    if first == "[", let json = try? JSON.parse(text: self), case .array(let chunks) = json {
      var bytes: [UInt8] = []
      for chunk in chunks {
        guard let some = chunk.stringValue?.base64Bytes else { return nil }
        bytes += some
      }
      return bytes
    }
    var text = filter { !$0.isWhitespace }
    while text.utf8.count % 4 != 0, !text.hasSuffix("===") { text += "=" }
    return Base64.decode(text)
  }
}
