extension LoneSurrogates {
  /// The text that `encoded` was made of, for strings of JSON that hold no half of a surrogate pair.
  package static func decoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value == 0xFDD0 }) else { return text }
    var result = String.UnicodeScalarView()
    var isSecond = false
    for scalar in text.unicodeScalars {
      isSecond = scalar.value == 0xFDD0 && !isSecond
      if !isSecond || scalar.value != 0xFDD0 { result.append(scalar) }
    }
    return String(result)
  }
}
