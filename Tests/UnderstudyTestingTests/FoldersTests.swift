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
        There is no folder "recordings" beside /app/Tests/AppTests/CountryTests.swift or above it.
        To record one, run UNDERSTUDY_MODE=record swift test, with upstream: "https://…" in the test. Or use the program: understudy record --upstream https://api.example.com/graphql
        If the folder is elsewhere, name it in the test: recordings: "path", absolute or relative to the test's file.
        """)
    ) { try folders().recordings(nil, mode: .replay) }
    #expect(
      throws: UnderstudyError(
        """
        There is no folder "schemas" beside /app/Tests/AppTests/CountryTests.swift or above it. Mode fake generates data from a schema.
        Add schemas/<endpoint>.graphqls, for example with: understudy schema fetch https://api.example.com/graphql --output schemas/<endpoint>.graphqls
        If the folder is elsewhere, name it in the test: schemas: "path", absolute or relative to the test's file.
        """)
    ) { try folders().schemas(nil, recordings: "/app/recordings", mode: .fake) }
    // Replay does without.
    #expect(try folders().schemas(nil, recordings: "/app/recordings", mode: .replay) == "/app/schemas")
  }
}
