package import Recordings
import Synchronization

/// An upstream from the command line, to be written to `endpoint.yaml` once the run has recorded something, so that
/// later runs need no `--upstream`.
package final class UpstreamMemory: Sendable {
  /// Nil once it was written.
  private let pending: Mutex<UpstreamURL?>
  private let first: UpstreamURL
  private let folder: EndpointFolder

  /// `isWritten` is true if the file has it already.
  package init(_ upstream: UpstreamURL, writingTo folder: EndpointFolder, isWritten: Bool = false) {
    pending = Mutex(isWritten ? nil : upstream)
    self.folder = folder
    first = upstream
  }

  /// Replaces the upstream, also in the file if it has been written. Returns a warning for the user, if any.
  package func correct(_ upstream: UpstreamURL) -> String? {
    let isPending = pending.withLock { pending in
      if pending != nil { pending = upstream }
      return pending != nil
    }
    if isPending || (try? folder.replace(first, by: upstream)) == true { return nil }
    return
      "\(folder.configurationPath) cannot be edited safely. Write this line in it: upstream: \(upstream.remembered.url)"
  }

  /// Writes the upstream when called for the first time, unless the file has one. Returns a warning for the user, if
  /// any.
  package func write() -> String? {
    pending.withLock { pending in
      guard let upstream = pending else { return nil }
      pending = nil
      let path = folder.configurationPath
      do throws(RecordingError) {
        switch try folder.remember(upstream) {
        case .known: return nil
        case .written(let leftOut) where leftOut.isEmpty: return nil
        case .written(let leftOut):
          return
            "Saved the upstream to \(path), without \(leftOut.description). Pass the whole URL with --upstream in later runs, too."
        case .byHand(let line):
          return "\(path) cannot be edited safely. To record again without --upstream, add this line to it: \(line)"
        }
      } catch {
        return "The upstream was not saved to \(path): \(error) Pass --upstream in later runs, too."
      }
    }
  }
}
