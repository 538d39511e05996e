import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Fails the test that started a mock server, at the line that did, in either of the two frameworks.
struct Reporter: Sendable {
  let place: Place
  private let isSwiftTesting: Bool

  /// The place where a mock server was started.
  struct Place: Hashable, Sendable {
    let fileID: String
    let filePath: String
    let line: UInt
    let column: UInt
    /// The path as XCTest wants it.
    private let file: StaticPath

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = "\(fileID)"
      self.filePath = "\(filePath)"
      self.line = line
      self.column = column
      file = StaticPath(text: filePath)
    }

    fileprivate var xcTestFile: StaticString { file.text }

    private struct StaticPath: Hashable, Sendable {
      let text: StaticString
      static func == (left: StaticPath, right: StaticPath) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
  }

  init(_ place: Place) {
    self.place = place
    isSwiftTesting = Test.current != nil
  }

  func fail(_ text: String) {
    if isSwiftTesting {
      Issue.record(
        Comment(rawValue: text),
        sourceLocation: SourceLocation(
          fileID: place.fileID, filePath: place.filePath, line: Int(place.line), column: Int(place.column)))
    } else {
      #if canImport(XCTest)
        XCTFail(text, file: place.xcTestFile, line: place.line)
      #endif
    }
  }
}
