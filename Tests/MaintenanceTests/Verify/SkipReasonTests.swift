import Maintenance
import TestSupport
import Testing

@Suite("Why a recorded request is not asked")
struct SkipReasonTests {
  @Test(
    "One and several, each with what can be done",
    arguments: [
      (.mutation, 1, "1 mutation. --mutations sends it, and the API executes it"),
      (.mutation, 2, "2 mutations. --mutations sends them, and the API executes them"),
      (
        .afterMutations, 3,
        "3 queries recorded after mutations. --mutations sends them, and the API executes the mutations"
      ),
      (.subscription, 1, "1 subscription"),
      (.inParts, 2, "2 answers recorded incrementally (@defer, @stream). Record again to see what changed"),
      (.noJSON, 1, "1 answer not recorded as JSON"),
      (.upload, 1, "1 upload, of which only a hash is recorded"),
      (
        .secret("input.pin"), 1,
        "1 request whose variable input.pin is redacted. If it belongs to a test account, add this to endpoint.yaml, and record again: redaction: { keep: [variables.input.pin] }. For a login, pass the token with --header"
      ),
      (.placeholder("at"), 2, "2 requests whose variable at is ignored by a rule, and not recorded"),
      (.secretInDocument, 1, "1 request with a redacted secret in the document"),
      (
        .secretHeader("x-tenant"), 1, "1 request whose header x-tenant is not recorded. Pass it: --header 'x-tenant: …'"
      ),
      (
        .credential("Cookie"), 1,
        "1 request recorded with a credential, which is not saved. Pass it: --header 'Cookie: …'"
      ),
      (.otherCaller("alice"), 2, "2 requests recorded as alice. Pass that user's token with --header"),
      (
        .notCarriedOut("mutation Pay"), 1,
        "1 request recorded after mutation Pay, which the API did not execute"
      ),
      (.notSent("mutation Pay"), 2, "2 requests recorded after mutation Pay, which was not sent"),
      (
        .unissuedID("mutation Pay", "7"), 2,
        "2 times mutation Pay, which refers to id 7. No answer of this run issued it, so it may now belong to another object. If the API can be reset, add --reset-command 'CMD'. It runs before each session, and such ids are sent as recorded"
      ),
      (
        .ambiguousID("mutation Pay", "7"), 1,
        "mutation Pay, which refers to id 7. This run issued another id in its place, which may belong to another object. Add the schema to the schemas folder to resolve this"
      ),
      (.gaveUp("shop"), 2, "2 requests of shop, which could not be reached"),
      (.stopped, 1, "1 request, because verify was stopped"),
    ] as [(SkipReason, Int, String)])
  func text(reason: SkipReason, count: Int, text: String) { #expect(reason.text(count) == text) }
}
