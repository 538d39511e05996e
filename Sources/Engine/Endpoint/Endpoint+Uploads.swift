import OrderedJSON
import Recordings
import Transports

extension Endpoint {
  /// Understands a request that is looked up in the recordings.
  ///
  /// A recording made before files had a name and a type matches any: a request that is not recorded as it is counts as
  /// one of the files' content alone, if that was recorded. Its effect does, too, so the recorded states still fit.
  func askedToReplay(
    _ parsed: ParsedRequest, by request: ClientRequest, in session: String
  ) throws(AskProblem) -> ResolvedRequest {
    let asked = try asked(parsed, by: request, in: session)
    guard request.upload != nil, let store, let variables = UploadedFile.withoutNames(parsed.request.variables),
      !store.has(asked.key)
    else { return asked }
    var plain = parsed.request
    plain.variables = variables
    let other = try self.asked(
      ParsedRequest(request: plain, operation: parsed.operation), by: request, in: session)
    return store.has(other.key) ? other : asked
  }
}

extension RecordingStore {
  /// Whether something is recorded for a key; true where its file cannot be read, which the lookup reports.
  fileprivate func has(_ key: OperationKey) -> Bool {
    do { return try lookup(key) != nil } catch { return true }
  }
}
