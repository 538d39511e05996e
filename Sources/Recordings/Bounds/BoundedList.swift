/// An element that a `BoundedList` can list or count.
package protocol BoundedElement: Hashable, Sendable {
  /// The approximate memory of the element, in bytes.
  var heldBytes: Int { get }
  /// A hash of everything that distinguishes the element from others. Equal elements have equal hashes in every
  /// process.
  var contentHash: ContentHash { get }
}

/// The first distinct elements of many, limited in number and bytes. Elements past the limit are only counted.
package struct BoundedList<Element: BoundedElement>: Sendable {
  /// The elements, in the order in which they first occurred.
  package private(set) var elements: [Element] = []
  /// The approximate memory of the elements, in bytes.
  package private(set) var bytes = 0
  private let limit: Int
  private let byteLimit: Int
  private let knownLimit: Int
  private var places: [Element: Int] = [:]
  /// The elements that are only counted, by 64 bits of their hashes.
  private var counted: Set<UInt64> = []
  private var isFull = false
  private var isAtLeast = false

  /// `limit` is the maximum number of listed elements, `byteLimit` the maximum bytes that they may hold, and
  /// `knownLimit` the maximum number of distinct elements that are counted.
  package init(limit: Int, byteLimit: Int, knownLimit: Int = 100_000) {
    self.limit = limit
    self.byteLimit = byteLimit
    self.knownLimit = knownLimit
  }

  /// The result of noting an element.
  package struct Noted {
    /// The element's position in `elements`; nil if it is not listed.
    package let place: Int?
    /// True at the first occurrence.
    package let isNew: Bool
  }

  package mutating func note(_ element: Element) -> Noted {
    if let place = places[element] { return Noted(place: place, isNew: false) }
    let size = isFull || elements.count >= limit ? .max : element.heldBytes
    // All elements after one that does not fit are only counted, so that the listed ones are the first.
    isFull = isFull || size > byteLimit - bytes
    guard !isFull else { return Noted(place: nil, isNew: count(element)) }
    bytes += size
    places[element] = elements.count
    elements.append(element)
    return Noted(place: elements.count - 1, isNew: true)
  }

  /// Counts an element that is not listed. Returns true if it is new.
  private mutating func count(_ element: Element) -> Bool {
    let hash = element.contentHash.prefix
    guard elements.count + counted.count >= knownLimit else { return counted.insert(hash).inserted }
    if !counted.contains(hash) { isAtLeast = true }
    return false
  }

  package func place(of element: Element) -> Int? { places[element] }

  package var tally: Tally {
    var tally = Tally(count: elements.count + counted.count, listed: elements.count)
    tally.isAtLeast = isAtLeast
    return tally
  }
}
