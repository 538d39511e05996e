import GraphQLLanguage
import Testing

@Suite("Canonical text of one operation in many spellings")
struct SpellingTests {
  @Test(arguments: ClientOperations.all)
  func `is one, and stays as it is when read again`(_ client: ClientDocument) throws {
    let document = try parse(SourceText(client.text))
    for name in client.operations {
      let expected = try canonical(client.text, operation: name)
      #expect(try canonical(expected, operation: name) == expected)
      #expect(try canonical(document.printed(), operation: name) == expected)
      for spelling in Spelling.all {
        let text = spelling.spell(document)
        #expect(try canonical(text, operation: name) == expected, "\(spelling): \(text)")
      }
      for stranger in Spelling.all {
        // Spelled twice: what one tool wrote, another writes anew.
        let text = stranger.spell(try parse(SourceText(Spelling.all[5].spell(document))))
        #expect(try canonical(text, operation: name) == expected, "\(stranger): \(text)")
      }
    }
  }

  @Test func `differs between any two operations`() throws {
    var seen: Set<String> = []
    for client in ClientOperations.all {
      for name in client.operations {
        let text = try canonical(client.text, operation: name)
        // The two attendance mutations come alone and in one document: the same operations.
        let isRepeated = name?.hasSuffix("AttendConference") == true
        #expect(seen.insert(text).inserted != isRepeated, "\(client)")
      }
    }
    #expect(seen.count == 44)
  }

  @Test(arguments: Spelling.all)
  func `spellings are what they claim to be`(_ spelling: Spelling) throws {
    let text = """
      query Q($b: B = {y: 1, x: 2}, $a: A) { one { two(c: $b, a: "text", bWithALongName: $a, dWithALongerName: "more text") } ...F ...G ...E }
      fragment F on T { a }
      fragment G on T { c }
      fragment E on T { b }
      """
    let spelled = spelling.spell(try Document(text))
    // A spelling that changes nothing would test nothing.
    let plain = Spelling(description: "plain").spell(try Document(text))
    let changes = spelling.description != "graphql-js print" && spelling.description != "the word query"
    #expect((spelled != plain) == changes)
    #expect(try canonical(spelled, operation: "Q") == canonical(text, operation: "Q"))
  }

  @Test func `follows the layouts that were seen on the wire`() throws {
    let document = try Document(
      """
      mutation AttendConference($conferenceId: ID!, $attendeeId: ID!) {
        addToAttendees(conferencesConferenceId: $conferenceId, attendeesAttendeeId: $attendeeId) { id }
      }
      """)
    let spelled = Spelling.all.map { $0.spell(document) }
    let oldest = """
      mutation AttendConference($conferenceId: ID!, $attendeeId: ID!) {  addToAttendees(conferencesConferenceId: \
      $conferenceId, attendeesAttendeeId: $attendeeId) {    id  }}
      """
    let newest = """
      mutation AttendConference($conferenceId: ID!, $attendeeId: ID!) { addToAttendees( conferencesConferenceId: \
      $conferenceId attendeesAttendeeId: $attendeeId ) { id } }
      """
    #expect(spelled.contains(oldest))
    #expect(spelled.contains(newest))
  }
}
