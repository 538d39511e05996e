import FakeValues
import GraphQLExecution

/// A wildcard pattern for a whole text: SQL's LIKE (`%`, `_`) or a glob (`*`, `?`, `[a-z]`). A backslash escapes the
/// next character. It compares Unicode scalars, in time of at most text times pattern.
struct WildcardPattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case literal(Unicode.Scalar)
    case one
    case many
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  private let pieces: [Piece]

  init(like text: String) { self.init(text, one: "_", many: "%", hasSets: false) }

  init(glob text: String) { self.init(text, one: "?", many: "*", hasSets: true) }

  private init(_ text: String, one: Unicode.Scalar, many: Unicode.Scalar, hasSets: Bool) {
    let scalars = Array(text.unicodeScalars)
    var pieces: [Piece] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case one: pieces.append(.one)
      case many: if pieces.last != .many { pieces.append(.many) }
      case "\\" where index < scalars.count:
        pieces.append(.literal(scalars[index]))
        index += 1
      case "[" where hasSets:
        // An unclosed bracket is a bracket.
        guard let end = scalars[index...].dropFirst().firstIndex(of: "]") else {
          pieces.append(.literal(scalar))
          continue
        }
        pieces.append(Self.set(scalars[index..<end]))
        index = end + 1
      default: pieces.append(.literal(scalar))
      }
    }
    self.pieces = pieces
  }

  private static func set(_ inside: ArraySlice<Unicode.Scalar>) -> Piece {
    var rest = inside
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = rest.popFirst() {
      if rest.count >= 2, rest.first == "-", let high = rest.dropFirst().first, low <= high {
        ranges.append(low...high)
        rest = rest.dropFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    return .set(ranges, isNegated: isNegated)
  }

  func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    var place = scalars.startIndex
    var piece = 0
    // The last `many`, which may take one more scalar; earlier ones never need to be tried again.
    var retry: (place: String.Index, piece: Int)?
    while place < scalars.endIndex {
      if piece < pieces.count, pieces[piece] == .many {
        retry = (place, piece)
        piece += 1
      } else if piece < pieces.count, Self.accepts(pieces[piece], scalars[place]) {
        piece += 1
        place = scalars.index(after: place)
      } else if let last = retry {
        place = scalars.index(after: last.place)
        piece = last.piece + 1
        retry = (place, last.piece)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .many }
  }

  private static func accepts(_ piece: Piece, _ scalar: Unicode.Scalar) -> Bool {
    switch piece {
    case .literal(let literal): literal == scalar
    case .one: true
    case .many: false
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}
