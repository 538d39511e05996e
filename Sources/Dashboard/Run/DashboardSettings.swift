/// The properties of a run that the page shows.
package struct DashboardSettings: Sendable {
  package var programVersion = ""
  /// The value of the header that changes need.
  package var token = ""
  /// The name of the command that started the run.
  package var command = ""
  /// True if `CI` is set.
  package var isCI = false

  package init() {}
}
