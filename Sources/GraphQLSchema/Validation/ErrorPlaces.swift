import GraphQLLanguage

/// The lines and columns of many places in a text, found in one pass.
///
/// `SourceText.location(at:)` counts from the start each time, which is too slow for thousands of errors.
struct ErrorPlaces {
  private var locations: [Int: SourceLocation] = [:]

  init(_ places: some Sequence<Place>, in source: SourceText) {
    let offsets = Set(places.lazy.filter { $0.start >= 0 }.map { min(Int($0.start), source.utf8.count) }).sorted()
    guard let last = offsets.last else { return }
    locations.reserveCapacity(offsets.count)
    source.utf8.withUnsafeBufferPointer { bytes in
      var line = 1
      var column = 1
      var next = 0
      for index in 0...last {
        if index == offsets[next] {
          locations[index] = SourceLocation(line: line, column: column)
          next += 1
          if next == offsets.count { return }
        }
        switch bytes[index] {
        case 0x0A, 0x0D:
          // CR LF is one line end.
          if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
          line += 1
          column = 1
        case 0x80...0xBF: break
        case 0xF0...0xFF: column += 2
        default: column += 1
        }
      }
    }
  }

  /// Returns the locations of places in order, without those that are in no text.
  func locations(of places: [Place]) -> [SourceLocation] { places.compactMap { locations[Int($0.start)] } }
}
