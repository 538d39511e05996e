import Testing

@testable import UnderstudyTesting

@Suite("Which mode a test runs in")
struct ModeTests {
  typealias Mode = Understudy.Mode

  @Test(
    "By argument, then environment, then replay; in CI nothing is written",
    arguments: [
      (nil, [:], .replay),
      (nil, ["UNDERSTUDY_MODE": ""], .replay),
      (nil, ["UNDERSTUDY_MODE": "auto"], .auto),
      (.fake, ["UNDERSTUDY_MODE": "record"], .fake),
      (.record, ["UNDERSTUDY_MODE": "replay"], .record),
      (.record, ["CI": "false"], .record),
      (.record, ["CI": "0"], .record),
      (.record, ["CI": ""], .record),
      (nil, ["CI": "true"], .replay),
      (.fake, ["CI": "true"], .fake),
      (nil, ["UNDERSTUDY_MODE": "live", "CI": "true"], .live),
      (nil, ["UNDERSTUDY_MODE": "record", "CI": "no"], .record),
    ] as [(Mode?, [String: String], Mode)])
  func resolved(argument: Mode?, environment: [String: String], mode: Mode) throws {
    #expect(try Mode.resolved(argument, environment) == mode)
  }

  @Test(
    "What may not be says why, and what to do",
    arguments: [
      (
        nil, ["UNDERSTUDY_MODE": "recrod"],
        "UNDERSTUDY_MODE is \"recrod\". Valid values: replay, record, live, auto, fake."
      ),
      (
        nil, ["UNDERSTUDY_MODE": "record", "CI": "true"],
        """
        Mode record (UNDERSTUDY_MODE) writes recordings, and CI is set (CI=true). The library never records in CI: a test that records passes, whatever the recordings contain.
        Record on your machine, and commit the recordings. In CI, unset UNDERSTUDY_MODE, or set it to replay or fake.
        """
      ),
      (
        .auto, ["CI": "1"],
        """
        Mode auto writes recordings, and CI is set (CI=1). The library never records in CI: a test that records passes, whatever the recordings contain.
        Record on your machine, and commit the recordings. In CI, unset UNDERSTUDY_MODE, or set it to replay or fake.
        """
      ),
    ] as [(Mode?, [String: String], String)])
  func refused(argument: Mode?, environment: [String: String], text: String) {
    #expect(throws: UnderstudyError(text)) { try Mode.resolved(argument, environment) }
  }
}
