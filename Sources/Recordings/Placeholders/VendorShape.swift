import OrderedJSON

/// The shape of a vendor's keys: a sequence of fixed texts and runs of characters.
package struct VendorShape: Sendable {
  let kind: SecretKind
  package let pieces: [Piece]
  /// The index of the piece with a placeholder's marker, which is the longest run.
  package let marked: Int

  package enum Piece: Sendable {
    case text([UInt8])
    case run(Alphabet, ClosedRange<Int>)
  }

  /// The characters of a run.
  package enum Alphabet: Sendable {
    case digit, hex, upper, alnum, word, base64, tilde

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .digit: byte.isDigit
      case .hex: byte.isHexDigit
      case .upper: byte.isUpper || byte.isDigit
      case .alnum: byte.isLetterOrDigit
      case .word: byte.isBase64URL
      case .base64: byte.isBase64
      case .tilde: byte.isBase64URL || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
      }
    }

    /// The marker at the start of a placeholder's marked run.
    package var marker: String {
      switch self {
      case .hex: Pseudonym.hexMarker
      case .upper: "UNDERSTUDY"
      default: "understudy"
      }
    }

    /// The characters that fill a placeholder after the marker.
    package var filling: [UInt8] {
      switch self {
      case .digit: Array("0123456789".utf8)
      case .hex: Array("0123456789abcdef".utf8)
      case .upper: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
      default: Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
      }
    }
  }

  init(_ kind: SecretKind, _ pieces: Piece...) {
    self.kind = kind
    self.pieces = pieces
    var marked = 0
    var longest = 0
    for (index, piece) in pieces.enumerated() {
      guard case .run(_, let lengths) = piece, lengths.lowerBound > longest else { continue }
      marked = index
      longest = lengths.lowerBound
    }
    self.marked = marked
  }

  /// The ends of the pieces of a key that starts at `start`; nil if there is no such key. No letter or digit may
  /// follow.
  package func match(_ bytes: [UInt8], at start: Int) -> [Int]? {
    var ends: [Int] = []
    var position = start
    for piece in pieces {
      switch piece {
      case .text(let text):
        guard position + text.count <= bytes.count else { return nil }
        for (offset, byte) in text.enumerated() where bytes[position + offset] != byte { return nil }
        position += text.count
      case .run(let alphabet, let lengths):
        var end = position
        while end < bytes.count, end - position < lengths.upperBound, alphabet.contains(bytes[end]) { end += 1 }
        guard end - position >= lengths.lowerBound else { return nil }
        position = end
      }
      ends.append(position)
    }
    return position < bytes.count && bytes[position].isLetterOrDigit ? nil : ends
  }

  /// Indicates whether a key found at `start` has the marker of a placeholder.
  func isPseudonym(_ bytes: [UInt8], from start: Int, ends: [Int]) -> Bool {
    guard case .run(let alphabet, _) = pieces[marked] else { return false }
    return bytes[(marked == 0 ? start : ends[marked - 1])...].starts(withText: alphabet.marker)
  }
}

extension VendorShape.Piece: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(Array(text.utf8)) }
}
