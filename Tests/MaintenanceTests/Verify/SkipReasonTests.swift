import Engine
import Maintenance
import TestSupport
import Testing

@Suite("Why a recorded request is not asked")
struct SkipReasonTests {
  @Test(
    "One and several, each with what can be done",
    arguments: [
      (.mutation, 1, "1 mutation; --mutations asks it, and executes it on the endpoint"),
      (.mutation, 2, "2 mutations; --mutations asks them, and executes them on the endpoint"),
      (
        .afterMutations, 3,
        "3 queries recorded after mutations; --mutations asks them, and executes the mutations on the endpoint"
      ),
      (.subscription, 1, "1 subscription, whose events would have to be waited for"),
      (.inParts, 2, "2 answers recorded in parts (@defer, @stream); record again to see what came of it"),
      (.noJSON, 1, "1 answer recorded as something else than JSON"),
      (.upload, 1, "1 upload, of whose files only a hash is kept"),
      (
        .secret("input.pin"), 1,
        "1 request whose variable input.pin is a secret, which is not kept (of a test account it may be: redaction: { keep: [variables.input.pin] } in endpoint.yaml, and record again; for a log-in, give the token with --header)"
      ),
      (.placeholder("at"), 2, "2 requests whose variable at may be any value by a rule, and is not kept"),
      (.secretInDocument, 1, "1 request in whose text a secret stood, which is not kept"),
      (
        .secretHeader("x-tenant"), 1, "1 request whose header x-tenant is not kept; give it: --header 'x-tenant: …'"
      ),
      (
        .credential("Cookie"), 1,
        "1 request asked with a credential, which is not kept; give it: --header 'Cookie: …'"
      ),
      (.otherCaller("alice"), 2, "2 requests asked by alice, whose credential the given one is not"),
      (
        .notCarriedOut("mutation Pay"), 1,
        "1 request recorded after mutation Pay, which was not carried out"
      ),
      (.notSent("mutation Pay"), 2, "2 requests recorded after mutation Pay, which was not sent"),
      (
        .unissuedID("mutation Pay", "7"), 2,
        "2 times mutation Pay, which names id 7: no answer of this run issued it, so it may be another object's now. If the endpoint can be reset, add --reset-command 'CMD': it runs before each session, and such ids are sent as recorded"
      ),
      (
        .ambiguousID("mutation Pay", "7"), 1,
        "mutation Pay, which names id 7: this run issued another id in its place, and nothing tells whether the same object is meant. A schema tells; put one into the schemas folder"
      ),
      (.gaveUp("shop"), 2, "2 requests of shop, which could not be asked"),
      (.stopped, 1, "1 request, since it was stopped before"),
    ] as [(SkipReason, Int, String)])
  func text(reason: SkipReason, count: Int, text: String) { #expect(reason.text(count) == text) }
}
