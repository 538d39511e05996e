/// How many different things there were, and how many of them a log lists.
package struct Tally: Hashable, Sendable {
  /// The number of different ones.
  package var count: Int
  /// The number of those that are listed: the first ones.
  package var listed: Int
  /// Whether there were more than could be told apart. Then `count` is too low.
  package var isAtLeast = false

  package init(count: Int, listed: Int) {
    self.count = count
    self.listed = listed
  }

  /// The sentence for every report that lists them: `1,500 misses; the first 1,000 are listed`.
  ///
  /// - Parameter many: the word for them.
  /// - Returns: the sentence without its full stop; nil if all are listed.
  package func remark(_ many: String) -> String? {
    guard listed < count || isAtLeast else { return nil }
    let first =
      switch listed {
      case 0: "none is listed"
      case 1: "the first one is listed"
      default: "the first \(Self.grouped(listed)) are listed"
      }
    return "\(isAtLeast ? "more than " : "")\(Self.grouped(count)) \(many); \(first)"
  }

  /// The number with a comma between thousands.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

/// The first of many different things, each once, bounded in number and bytes. Those past the bound are counted.
struct BoundedList<Element: Hashable & Sendable>: Sendable {
  /// The elements, in the order in which they came first.
  private(set) var elements: [Element] = []
  /// About how many bytes the elements hold.
  private(set) var bytes = 0
  private let limit: Int
  private let byteLimit: Int
  private let knownLimit: Int
  /// The places of the elements by their hashes; nil for those that are only counted.
  ///
  /// Two elements of one 64-bit hash count as one, which makes a count too low by one.
  private var places: [Int: Int?] = [:]
  private var isFull = false
  private var isAtLeast = false

  /// - Parameters:
  ///   - limit: the most elements that are listed.
  ///   - byteLimit: the most bytes that they may hold.
  ///   - knownLimit: the most elements that are told apart.
  init(limit: Int, byteLimit: Int, knownLimit: Int = 100_000) {
    self.limit = limit
    self.byteLimit = byteLimit
    self.knownLimit = knownLimit
  }

  /// An element that was noted.
  struct Noted {
    /// Its place in `elements`; nil if it is not listed.
    let place: Int?
    /// Whether it came for the first time.
    let isNew: Bool
  }

  /// Notes an element.
  ///
  /// - Parameters:
  ///   - element: what came.
  ///   - size: about how many bytes it holds, asked for if it is listed.
  /// - Returns: where it is listed, and whether it is new.
  mutating func note(_ element: Element, size: (Element) -> Int) -> Noted {
    let hash = element.hashValue
    if let place = places[hash] { return Noted(place: place, isNew: false) }
    guard places.count < knownLimit else {
      isAtLeast = true
      return Noted(place: nil, isNew: false)
    }
    let new = isFull || elements.count >= limit ? .max : size(element)
    // What follows one that has no place has none either: those that are listed are the first ones.
    isFull = isFull || new > byteLimit - bytes
    guard !isFull else {
      places[hash] = .some(nil)
      return Noted(place: nil, isNew: true)
    }
    bytes += new
    places[hash] = elements.count
    elements.append(element)
    return Noted(place: elements.count - 1, isNew: true)
  }

  /// The place of an element in `elements`; nil if it is not listed.
  func place(of element: Element) -> Int? { places[element.hashValue] ?? nil }

  var tally: Tally {
    var tally = Tally(count: places.count, listed: elements.count)
    tally.isAtLeast = isAtLeast
    return tally
  }
}
