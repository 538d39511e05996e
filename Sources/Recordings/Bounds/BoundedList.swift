/// An element that a `BoundedList` can list or count.
package protocol BoundedElement: Hashable, Sendable {
  /// About how many bytes it holds.
  var heldBytes: Int { get }
  /// A hash of all that makes it different from others. Equal elements have equal hashes, in every process.
  var contentHash: ContentHash { get }
}

/// The first of many different things, each once, bounded in number and bytes. Those past the bound are counted.
package struct BoundedList<Element: BoundedElement>: Sendable {
  /// The elements, in the order in which they came first.
  package private(set) var elements: [Element] = []
  /// About how many bytes the elements hold.
  package private(set) var bytes = 0
  private let limit: Int
  private let byteLimit: Int
  private let knownLimit: Int
  /// The places of the elements that are listed.
  private var places: [Element: Int] = [:]
  /// The elements that are only counted, by 64 bits of their hashes.
  private var counted: Set<UInt64> = []
  private var isFull = false
  private var isAtLeast = false

  /// - Parameters:
  ///   - limit: the most elements that are listed.
  ///   - byteLimit: the most bytes that they may hold.
  ///   - knownLimit: the most elements that are told apart.
  package init(limit: Int, byteLimit: Int, knownLimit: Int = 100_000) {
    self.limit = limit
    self.byteLimit = byteLimit
    self.knownLimit = knownLimit
  }

  /// An element that was noted.
  package struct Noted {
    /// Its place in `elements`; nil if it is not listed.
    package let place: Int?
    /// Whether it came for the first time.
    package let isNew: Bool
  }

  /// Notes an element.
  ///
  /// - Parameter element: what came.
  /// - Returns: where it is listed, and whether it is new.
  package mutating func note(_ element: Element) -> Noted {
    if let place = places[element] { return Noted(place: place, isNew: false) }
    let size = isFull || elements.count >= limit ? .max : element.heldBytes
    // What follows one that has no place has none either: those that are listed are the first ones.
    isFull = isFull || size > byteLimit - bytes
    guard !isFull else { return Noted(place: nil, isNew: count(element)) }
    bytes += size
    places[element] = elements.count
    elements.append(element)
    return Noted(place: elements.count - 1, isNew: true)
  }

  /// Counts an element that is not listed; true if it is new.
  private mutating func count(_ element: Element) -> Bool {
    let hash = element.contentHash.prefix
    guard elements.count + counted.count >= knownLimit else { return counted.insert(hash).inserted }
    if !counted.contains(hash) { isAtLeast = true }
    return false
  }

  /// The place of an element in `elements`; nil if it is not listed.
  package func place(of element: Element) -> Int? { places[element] }

  package var tally: Tally {
    var tally = Tally(count: elements.count + counted.count, listed: elements.count)
    tally.isAtLeast = isAtLeast
    return tally
  }
}
