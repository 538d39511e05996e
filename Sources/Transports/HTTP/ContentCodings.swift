import OrderedJSON

extension HeaderList {
  /// The content codings of a body, in the order applied; empty for a plain body.
  ///
  /// `identity` means no coding (RFC 9110, section 8.4.1). So does the nonstandard `none`, which some servers send.
  package var contentCodings: [String] {
    self[all: "content-encoding"].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces().lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" && $0 != "none" }
  }
}
