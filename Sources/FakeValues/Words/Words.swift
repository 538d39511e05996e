import OrderedJSON

/// Returns the words of an identifier in lower case: `["profile", "image", "url"]` for `profileImageURL`.
package func words(of identifier: String) -> [String] { identifier.identifierWords().map { $0.lowercased() } }

private let irregularPlurals = ["people": "person", "children": "child", "men": "man", "women": "woman"]

/// Returns the singular of an English plural, by its ending; other words are returned unchanged.
package func singular(_ word: String) -> String {
  if let irregular = irregularPlurals[word] {
    return irregular
  }
  // Few words end in -ie, or are their own plural; all others in -ies have a singular in -y.
  if ["series", "species"].contains(word) { return word }
  if word.hasSuffix("ies"), wordsInIE.contains(String(word.dropLast())) { return String(word.dropLast()) }
  if word.hasSuffix("ies"), word.utf8.count > 4 { return String(word.dropLast(3)) + "y" }
  for ending in ["sses", "shes", "ches", "xes", "zes"] where word.hasSuffix(ending) {
    return String(word.dropLast(2))
  }
  if word.hasSuffix("uses"), wordsInUS.contains(String(word.dropLast(2))) { return String(word.dropLast(2)) }
  if word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us"), !word.hasSuffix("is"), word.utf8.count > 2 {
    return String(word.dropLast())
  }
  return word
}

/// Returns a word without `un`: `read` for `unread`; nil for any other.
package func opposite(_ word: String) -> String? {
  word.hasPrefix("un") && word.utf8.count > 4 ? String(word.dropFirst(2)) : nil
}

private let wordsInUS: Set<String> = [
  "status", "bus", "virus", "bonus", "campus", "focus", "census", "corpus", "apparatus", "prospectus", "consensus",
]

private let wordsInIE: Set<String> = [
  "movie", "cookie", "zombie", "selfie", "tie", "pie", "die", "lie", "brownie", "hoodie", "smoothie", "rookie",
  "calorie", "genie", "birdie", "foodie", "newbie", "goalie", "indie", "prairie", "collie", "necktie",
  "magpie", "walkie", "talkie", "freebie", "groupie", "hippie", "junkie", "pixie", "techie", "veggie", "auntie",
]

func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Returns a text for a URL or an e-mail address: Latin letters without accents, digits, hyphens. A letter without a
/// plain form is omitted; the result may be `""`.
package func slugged(_ text: String, separator: String = "-") -> String {
  var parts: [String] = []
  var part = ""
  for scalar in text.unicodeScalars {
    let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    if lower.isASCII, lower.properties.isAlphabetic || ("0"..."9").contains(lower) {
      part.unicodeScalars.append(lower)
    } else if let plain = plainLetters[lower] {
      part += plain
    } else if lower == "'" || lower == "’" {
      continue
    } else if !part.isEmpty, !lower.properties.isAlphabetic {
      parts.append(part)
      part = ""
    }
  }
  if !part.isEmpty { parts.append(part) }
  return parts.joined(separator: separator)
}

/// The letters with marks in this module's tables, and their plain ASCII.
private let plainLetters: [Unicode.Scalar: String] = [
  "á": "a", "à": "a", "â": "a", "ã": "a", "ä": "ae", "å": "a", "ą": "a", "ā": "a", "æ": "ae", "ç": "c",
  "ć": "c", "č": "c", "ď": "d", "đ": "d", "é": "e", "è": "e", "ê": "e", "ë": "e", "ę": "e", "ě": "e",
  "ğ": "g", "í": "i", "î": "i", "ï": "i", "ı": "i", "ł": "l", "ñ": "n", "ń": "n", "ň": "n", "ó": "o",
  "ô": "o", "õ": "o", "ö": "oe", "ø": "o", "ř": "r", "ś": "s", "š": "s", "ş": "s", "ß": "ss", "ú": "u", "û": "u",
  "ů": "u", "ü": "ue", "ý": "y", "ź": "z", "ż": "z", "ž": "z",
]
