import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

extension Answer {
  /// Returns a JSON answer of the dashboard.
  static func dashboard(_ object: JSONObject, status: Int = 200) -> Answer {
    Answer(
      status: status,
      headers: [
        "content-type": MediaType.json, "cache-control": "no-store", "x-content-type-options": "nosniff",
        AnswerSource.header: AnswerSource.understudy.rawValue,
      ], body: .bytes(JSON.object(object).serialize()))
  }
}

extension Engine {
  /// Returns the endpoint of a name in a path.
  func endpoint(ofPage name: String) throws(DashboardProblem) -> Endpoint {
    if let endpoint = endpoint(name) { return endpoint }
    let shown = String(name.prefix(100))
    throw DashboardProblem(
      404,
      """
      There is no endpoint \(SessionName.shown(shown)).\(didYouMean(suggestionList(shown, endpointNames)))
      This run serves \(endpointNames.isEmpty ? "none" : endpointNames.joined(separator: ", ")).
      Choose one of them.
      """, .unknownEndpoint)
  }
}
