import Engine
import OrderedJSON
import Recordings
import Requests

/// `GET v1/search`: a search for text in everything recorded.
///
/// The work of one request is bounded. The answer then has a cursor, with which the next request continues.
struct SearchPage {
  let engine: Engine

  static let resultLimit = 100
  static let byteLimit = 32 << 20
  private static let textLimit = 1_000

  /// Searches. The parameters are `q`, `endpoint` and `after`, the cursor of the previous answer.
  /// - Throws: 400 without a text; 404 for an unknown endpoint.
  func results(
    _ parameters: [(name: String, value: String)], resultLimit: Int = Self.resultLimit, byteLimit: Int = Self.byteLimit
  ) throws(DashboardProblem) -> JSONObject {
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    guard let text = parameter("q"), !text.isEmpty, text.utf8.count <= Self.textLimit else {
      throw DashboardProblem(
        400,
        """
        The text to search for is \(parameter("q")?.isEmpty == false ? "too long" : "missing").
        A search needs 1 to \(Self.textLimit) bytes of text.
        Send it as a parameter: ?q=TEXT
        """)
    }
    let search = TextSearch(text)
    var readers: [RecordingsReader] = []
    if let endpoint = parameter("endpoint"), !endpoint.isEmpty {
      readers = [try RecordingsReader(endpoint, of: engine)]
    } else {
      readers = engine.endpoints.map { RecordingsReader($0) }
    }
    let files = SearchedFile.all(readers)
    var place = files.startIndex
    if let cursor = parameter("after"), !cursor.isEmpty {
      place = files.firstIndex { cursor.precedesByScalars($0.path) } ?? files.endIndex
    }
    var results: [JSON] = []
    var bytes = 0
    while place < files.endIndex, results.count < resultLimit, bytes < byteLimit {
      results += files[place].results(search, readers[files[place].reader], &bytes)
      place += 1
    }
    return [
      "results": .array(results), "scanned": .int(place), "of": .int(files.count),
      "next": place < files.endIndex && place > 0 ? .text(files[place - 1].path) : .null,
    ]
  }
}
