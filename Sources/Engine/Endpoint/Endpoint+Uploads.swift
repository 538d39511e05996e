import OrderedJSON
import Recordings
import Requests
import Transports

extension Endpoint {
  /// Resolves a request to be looked up in the recordings.
  ///
  /// A recording made before files had a name and a type matches any file with its content, so a request that is not
  /// recorded is also looked up by content alone. Its effect matches the same way, so the recorded states still fit.
  func askedToReplay(
    _ parsed: ParsedRequest, by request: ClientRequest, in session: String
  ) throws(ResolutionProblem) -> ResolvedRequest {
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
  /// True if there is a recording for a key, or a file that cannot be read, which the lookup reports.
  fileprivate func has(_ key: OperationKey) -> Bool {
    do { return try lookup(key) != nil } catch { return true }
  }
}
