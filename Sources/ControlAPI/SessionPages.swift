import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// `/__understudy/sessions`, the pages below it, and `/__understudy/recorded`.
struct SessionPages {
  let engine: Engine

  func list() -> Answer {
    .control(["sessions": .array(engine.sessionNames.map { .object(session($0)) })])
  }

  func one(_ text: String) -> Response {
    guard let sharing = engine.sharing else { return .beside { named(text) { .control(session($0)) } } }
    return shared(text) { name in
      guard case .refused(let refusal) = await sharing.refresh(name) else { return .done(session(name)) }
      return .refused(refusal)
    }
  }

  func reset(_ text: String, listener: Int) -> Response {
    guard let sharing = engine.sharing else {
      return .now(
        named(text) {
          engine.reset(session: engine.context.place(of: $0, on: listener)) ? .control(session($0)) : unknown($0)
        })
    }
    return shared(text) { SessionName.isNamed($0) ? await sharing.reset($0) : .refused(BeginAndEnd.needsName) }
  }

  /// Answers for a session that other replicas may know.
  private func shared(_ text: String, _ answer: @escaping @Sendable (_ name: String) async -> SharedResult) -> Response
  {
    do throws(SessionNameProblem) {
      let name = try SessionName.canonical(text)
      return .shared { await answer(name) }
    } catch {
      return .now(error.answer)
    }
  }

  /// Lists the given sessions without a complete recording in any endpoint.
  func unrecorded(_ request: ClientRequest) -> Answer {
    do {
      let body = try ControlBody(
        request, names: ["sessions"], example: #"{"sessions": ["CartTests/a"]}"#, code: .badSession)
      let unrecorded = try (body.texts("sessions") ?? []).filter { text in
        let name = try SessionName.canonical(text, isEncoded: false)
        return !engine.endpoints.contains { $0.hasWholeRecording(session: name) }
      }
      return .control(["unrecorded": .array(unrecorded.map { .string($0) })])
    } catch let problem as ControlProblem {
      return problem.answer
    } catch let problem as SessionNameProblem {
      return problem.answer
    } catch {
      return ErrorAnswer.make(status: 500, message: "\(error)", code: .badSession)
    }
  }

  private func session(_ name: String) -> JSONObject {
    let endpoints = engine.endpoints.compactMap { endpoint in
      endpoint.report(ofSession: name)?.json(endpoint: endpoint.name)
    }
    return ["name": .string(name), "endpoints": .array(endpoints)]
  }

  /// Returns the answer for a session of this engine; 404 for an unknown name.
  private func named(_ text: String, _ answer: (_ name: String) -> Answer) -> Answer {
    do throws(SessionNameProblem) {
      let name = try SessionName.canonical(text)
      return engine.sessionNames.contains(where: { $0.hasSameScalars(as: name) }) ? answer(name) : unknown(name)
    } catch {
      return error.answer
    }
  }

  private func unknown(_ name: String) -> Answer {
    let names = engine.sessionNames
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", and \(names.count - 20) more" : "")
    return ErrorAnswer.make(
      status: 404,
      message:
        "There is no session \(SessionName.shown(name)): no request has named it, or it was reset and not used since.\(didYouMean(suggestionList(name, names))) There are: \(shown).",
      code: .unknownSession)
  }
}
