import Testing

@testable import UnderstudyTesting

@Suite("Where the folders of a test are")
struct FoldersTests {
  private func folders(_ folders: String..., files: Set<String> = []) -> Folders {
    Folders(
      file: "/app/Tests/AppTests/CountryTests.swift", isFolder: { folders.contains($0) },
      isFile: { files.contains($0) })
  }

  @Test func theNearestAboveTheTestIsTaken() throws {
    let both = folders("/app/recordings", "/app/Tests/recordings", "/app/schemas")
    #expect(try both.recordings(nil, mode: .replay) == "/app/Tests/recordings")
    #expect(try both.schemas(nil, recordings: "/app/Tests/recordings", mode: .fake) == "/app/schemas")
    let one = folders("/app/recordings", "/app/schemas", "/app/Tests/schemas")
    // Beside the recordings before nearer ones: they belong together.
    #expect(try one.schemas(nil, recordings: "/app/recordings", mode: .fake) == "/app/schemas")
  }

  @Test func whatIsNamedIsFoundFromTheTestsFile() throws {
    let none = folders()
    #expect(try none.recordings("/else/where", mode: .replay) == "/else/where")
    #expect(try none.recordings("Fixtures/api", mode: .replay) == "/app/Tests/AppTests/Fixtures/api")
    #expect(try none.recordings("../../api", mode: .replay) == "/app/api")
    #expect(try none.schemas("api", recordings: "/r", mode: .fake) == "/app/Tests/AppTests/api")
  }

  @Test func theFirstRecordingGoesBesideTheManifest() throws {
    let package = folders(files: ["/app/Package.swift"])
    #expect(try package.recordings(nil, mode: .record) == "/app/recordings")
    #expect(try package.recordings(nil, mode: .auto) == "/app/recordings")
    #expect(try package.recordings(nil, mode: .fake) == "/app/recordings")
    #expect(throws: UnderstudyError.self) { try package.recordings(nil, mode: .replay) }
    #expect(throws: UnderstudyError.self) { try folders().recordings(nil, mode: .record) }
  }

  @Test func withoutAnyItIsSaidWhereTheyWereLookedFor() throws {
    #expect(
      throws: UnderstudyError(
        """
        There is no folder "recordings": not beside /app/Tests/AppTests/CountryTests.swift, and in no folder above it.
        Make one by recording: UNDERSTUDY_MODE=record swift test, with upstream: "https://…" in the test; or by the program, for example: understudy record --upstream https://api.example.com/graphql
        If there is one elsewhere, or the test runs where its sources are not, name it: recordings: "path", absolute or from the test's file.
        """)
    ) { try folders().recordings(nil, mode: .replay) }
    #expect(
      throws: UnderstudyError(
        """
        There is no folder "schemas": not beside /app/Tests/AppTests/CountryTests.swift, and in no folder above it. Fakes are made from a schema.
        Put it there as schemas/<endpoint>.graphqls: for example: understudy schema fetch https://api.example.com/graphql --output schemas/<endpoint>.graphqls
        If there is one elsewhere, or the test runs where its sources are not, name it: schemas: "path", absolute or from the test's file.
        """)
    ) { try folders().schemas(nil, recordings: "/app/recordings", mode: .fake) }
    // Replay does without.
    #expect(try folders().schemas(nil, recordings: "/app/recordings", mode: .replay) == "/app/schemas")
  }
}
