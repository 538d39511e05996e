import GraphQLLanguage
import OrderedJSON
import Recordings

/// A request that was understood: which operation, with which variables, by whom.
struct AskedRequest: Sendable {
  let request: GraphQLRequest
  let operation: PreparedOperation
  /// Tells callers with different credentials apart while recording; a hash, kept in memory only.
  let caller: String
  let key: OperationKey
}

/// An operation of a document's text, parsed once and kept for the requests that send the same text.
final class PreparedOperation: Sendable {
  let source: SourceText
  let document: Document
  let canonical: CanonicalOperation
  let key: DocumentKey

  /// - Throws: where the text does not parse, or the operation that is named is not in it.
  init(_ request: GraphQLRequest, endpoint: String) throws(AskProblem) {
    source = SourceText(request.query)
    do {
      document = try parse(source)
    } catch {
      throw .syntax(error)
    }
    do {
      canonical = try CanonicalOperation(of: document, operationName: request.operationName)
    } catch {
      throw .selection(error)
    }
    key = DocumentKey(endpoint: endpoint, operation: canonical)
  }

  var kind: OperationKind { canonical.kind }
  var name: String? { canonical.name }
  /// The operation and the fragments that it reaches, in the order of the text.
  var separated: Document { document.separated(operation: canonical.operation) }
}

/// Why a request cannot be answered, before anything is looked up.
enum AskProblem: Error {
  case request(RequestProblem)
  case syntax(SyntaxError)
  case selection(OperationSelectionError)
  case mutationByGET

  /// A few words for the terminal of a recorder that passes the request on all the same.
  var reason: String {
    switch self {
    case .request(let problem): problem.message
    case .syntax(let error): "the document does not parse: \(error.message)"
    case .selection(let error): "\(error)"
    case .mutationByGET: "a mutation by GET"
    }
  }

  /// What the client is told.
  func answer(to request: ClientRequest) -> Answer {
    let mediaType = MediaType.negotiated(request)
    let status = MediaType.requestErrorStatus(mediaType)
    switch self {
    case .request(let problem): return problem.answer
    case .syntax(let error):
      return ErrorAnswer.make(
        status: status, message: error.message, code: .parseFailed, locations: [error.location],
        details: ["excerpt": .string(error.source.excerpt(at: error.location))], mediaType: mediaType)
    case .selection(let error):
      return ErrorAnswer.make(
        status: status, message: "\(error)", code: .operationResolutionFailure, mediaType: mediaType)
    case .mutationByGET:
      var answer = ErrorAnswer.make(
        status: 405, message: "A mutation cannot be sent by GET, which must change nothing. Send it by POST.",
        code: .methodNotAllowed)
      answer.headers.append("allow", "POST")
      return answer
    }
  }
}
