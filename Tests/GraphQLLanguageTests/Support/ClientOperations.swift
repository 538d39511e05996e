/// The requests of the four systems' clients: each document, and the operation names under which it is sent.
///
/// Documents stand as their tutorials have them; a document that spreads a fragment of another one has it appended,
/// as code generators do.
struct ClientDocument: CustomStringConvertible, Sendable {
  var text: String
  /// Nil for a document of one operation.
  var operations: [String?]

  init(_ text: String, _ operations: String?...) {
    self.text = text
    self.operations = operations.isEmpty ? [nil] : operations
  }

  var description: String { String(text.prefix { $0 != "{" }) + String(text.utf8.count) }
}

enum ClientOperations {
  static let all = countries + conferences + launches + posts

  static let countries = [
    ClientDocument(#"query { country(code: "CA") { name capital } }"#),
    ClientDocument(
      """
      query {
      country(code: "CA") {
      name
      native
      capital
      emoji
      currency
      languages {
      name
      }
      continent {
      name
      }
      }
      }
      """),
    ClientDocument(
      """
      query AllCountries {
      countries {
      code
      name
      emoji
      capital
      currency
      continent {
      name
      }
      }
      }
      """),
    ClientDocument(
      """
      query CountryDetail($code: ID!) {
      country(code: $code) {
      code
      name
      native
      capital
      emoji
      currency
      phone
      continent {
      name
      }
      languages {
      code
      name
      native
      }
      states {
      name
      }
      }
      }
      """),
    ClientDocument("query ContinentsList {\ncontinents {\ncode\nname\ncountries {\ncode\nname\nemoji\n}\n}\n}"),
    ClientDocument(
      """
      query FilteredCountries($filter: CountryFilterInput) {
      countries(filter: $filter) {
      code
      name
      emoji
      capital
      }
      }
      """),
    ClientDocument(
      """
      fragment CountryBasicInfo on Country {
      code
      name
      emoji
      capital
      currency
      continent {
      name
      }
      }
      query AllCountriesWithFragment {
      countries {
      ...CountryBasicInfo
      languages {
      name
      }
      }
      }
      """),
    ClientDocument(#"mutation { createUser(name: "Alice", email: "alice@example.com") { id name } }"#),
    ClientDocument(#"query GetCountry { country(code: "BR") { name native capital emoji currency } }"#),
    ClientDocument(#"query ListCountriesThatUseUSD { countries(filter: {currency: {eq: "USD"}}) { code name } }"#),
    ClientDocument(
      #"query ListCountriesInCUSMA { countries(filter: {code: {in: ["US", "CA", "MX"]}}) { code name } }"#),
    ClientDocument(
      ##"query ListCountriesThatBeginWithTheLetterA { countries(filter: {name: {regex: "^A"}}) { code name } }"##),
  ]

  static let conferences = [
    ClientDocument("{ allConferences { name city year attendees(first: 3) { name } } }"),
    ClientDocument("{ allConferences { name city year attendees(last: 3) { name } } }"),
    ClientDocument("query AllConferences { allConferences { id name city } }"),
    ClientDocument("query AllConferences { allConferences { id name } }"),
    ClientDocument(
      #"mutation CreateConference {\#n  createConference(name: "WWDC", city: "San Jose", year: "2017") { id name }\#n}"#
    ),
    ClientDocument(
      #"mutation CreateConference {\#n  createConference(name: "WWDC", city: "San Jose", year: "2017") { id }\#n}"#),
    ClientDocument(
      """
      mutation createUIKonfMutation {
        createConference(name: "UIKonf", city: "Berlin", year: "2017") {
          id
        }
      }
      mutation createWWDCMutation {
        createConference(name: "WWDC", city: "San Jose", year: "2017") {
          id
        }
      }
      """, "createUIKonfMutation", "createWWDCMutation"),
    ClientDocument(
      "mutation CreateAttendee($name: String!) {\n  createAttendee(name: $name) {\n    id # 1\n    name # 2\n  }\n}"),
    ClientDocument(
      """
      mutation UpdateAttendeeName($id: ID!, $newName: String!) {
        updateAttendee(id: $id, name: $newName) {
          id
          name
        }
      }
      """),
    ClientDocument(
      "query AllConferences {\n  allConferences {\n    ...ConferenceDetails\n  }\n}\n" + conferenceDetails),
    ClientDocument(
      """
      query ConferenceDetails($id: ID!) {
        conference: Conference(id: $id) {
          ...ConferenceDetails
        }
      }

      """ + conferenceDetails),
    ClientDocument(
      """
      query AttendeesForConference($conferenceId: ID!) {
        conference: Conference(id: $conferenceId) {
          id
          attendees {
            ...AttendeeDetails
          }
        }
      }

      """ + attendeeDetails),
    ClientDocument(attendance("AttendConference", "addToAttendees") + attendeeDetails),
    ClientDocument(attendance("NotAttendConference", "removeFromAttendees") + attendeeDetails),
    // The whole of the tutorial's file, as a playground tab sends it.
    ClientDocument(
      attendance("AttendConference", "addToAttendees") + attendance("NotAttendConference", "removeFromAttendees")
        + attendeeDetails, "AttendConference", "NotAttendConference"),
  ]

  private static let conferenceDetails = """
    fragment ConferenceDetails on Conference {
      id
      name
      city
      year
      attendees {
        id
      }
    }

    """

  private static let attendeeDetails = """
    fragment AttendeeDetails on Attendee {
      id
      name
      _conferencesMeta {
        count
      }
    }

    """

  private static func attendance(_ name: String, _ field: String) -> String {
    """
    mutation \(name)($conferenceId: ID!, $attendeeId: ID!) {
      \(field)(conferencesConferenceId: $conferenceId, attendeesAttendeeId: $attendeeId) {
        conferencesConference {
          id
          attendees {
            ...AttendeeDetails
          }
        }
      }
    }

    """
  }

  static let launches = [
    ClientDocument("mutation BookTrip($id:ID!) {\nbookTrips(launchIds:[$id]) {\nsuccess\nmessage\n}\n}"),
    ClientDocument("mutation CancelTrip($id: ID!) {\ncancelTrip(launchId: $id) {\nsuccess\nmessage\n}\n}"),
    ClientDocument(
      "mutation Mutation($bookTripsLaunchIds: [ID]!) { bookTrips(launchIds: $bookTripsLaunchIds) { success message } }"),
    ClientDocument(
      """
      query LaunchDetails($launchId: ID!) { launch(id: $launchId) { id site mission { name missionPatch(size: LARGE) } \
      rocket { name type } isBooked } }
      """),
    ClientDocument(
      """
      query LaunchList($cursor: String) { launches(after: $cursor) { hasMore cursor launches { id site \
      mission { name missionPatch(size: SMALL) } } } }
      """),
    ClientDocument("mutation Login($loginEmail: String) { login(email: $loginEmail) { token } }"),
    ClientDocument("mutation Login($email: String!) { login(email: $email) { token } }"),
    ClientDocument("mutation CancelTrip($launchId: ID!) { cancelTrip(launchId: $launchId) { success message } }"),
    ClientDocument("subscription TripsBooked { tripsBooked }"),
    ClientDocument(#"mutation BookTrip { bookTrips(launchIds: ["93"]){ message } }"#),
    ClientDocument(
      "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { success message launches { id } } }"),
    ClientDocument("mutation CancelTrip($id: ID!) { cancelTrip(launchId: $id) { success message launches { id } } }"),
  ]

  static let posts = [
    ClientDocument(
      """
      mutation CreatePost($input: PostInput!) { createPost(input: $input) { id title publishedAt tags \
      author { ...AuthorDetails } } }

      """ + authorDetails),
    ClientDocument(
      """
      mutation EditPost($id: CustomUUID!, $title: String!, $tags: [Tag!]!) { \
      editPost(id: $id, tags: $tags, title: $title) { id title publishedAt tags } }
      """),
    ClientDocument("mutation DeletePost($id: CustomUUID!) { deletePost(id: $id) }"),
    ClientDocument(
      "query AllPosts { posts { id title publishedAt tags author { ...AuthorDetails } } }\n" + authorDetails),
    ClientDocument(
      """
      mutation { editPost(id: {value: "00000000-0000-0000-0000-000000000000"}, tags: [Swift, Vapor, GraphQL], \
      title: "Updated Title") { id } }
      """),
  ]

  private static let authorDetails = "fragment AuthorDetails on Author { id name twitter }"
}
