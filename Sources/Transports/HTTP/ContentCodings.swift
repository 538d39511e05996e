import OrderedJSON

extension HeaderList {
  /// The content codings of a body, in the order in which they were applied; empty for a plain body.
  ///
  /// `identity` (RFC 9110, section 8.4.1) stands for no coding. So does `none`, which no standard has and some servers
  /// send.
  package var contentCodings: [String] {
    self[all: "content-encoding"].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces().lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" && $0 != "none" }
  }
}
