/// The session that a request belongs to, decided once, when the request begins.
package struct Admission: Sendable {
  /// The open session that the request belongs to; nil if none is open, or the request names another one.
  package let visit: Visit?
  /// True if the request came between sessions: it names none, none was open, and its port has had a `begin`; or it names
  /// one that has ended.
  package let isOutside: Bool
  /// The sessions of the port whose clients may continue, the latest last, including the test around an open scope.
  package let lingering: [OpenSession]
  /// The stamp that changes when the same bytes may belong to another session.
  let port: SessionStamp
  let value: Int

  package init(visit: Visit?, isOutside: Bool, lingering: [OpenSession] = [], port: SessionStamp) {
    self.visit = visit
    self.isOutside = isOutside
    self.lingering = lingering
    self.port = port
    value = port.value
  }
}

extension Admission: Hashable {
  package static func == (left: Admission, right: Admission) -> Bool {
    left.visit === right.visit && left.isOutside == right.isOutside && left.port === right.port
      && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isOutside)
    hasher.combine(value)
  }
}
