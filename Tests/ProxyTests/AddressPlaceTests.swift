import Testing
import Transports

@testable import ProxyTLS

@Suite("The place of an address")
struct AddressPlaceTests {
  @Test(
    "Addresses of this machine and of its link are known in every form",
    arguments: [
      ("127.0.0.1", PinnedAddress.Place.thisMachine), ("127.200.0.1", .thisMachine), ("0.0.0.0", .thisMachine),
      ("0.1.2.3", .thisMachine), ("::1", .thisMachine), ("::", .thisMachine), ("::ffff:127.0.0.1", .thisMachine),
      ("::127.0.0.1", .thisMachine), ("64:ff9b::7f00:1", .thisMachine),
      ("169.254.169.254", .linkLocal), ("::ffff:169.254.1.1", .linkLocal), ("fe80::1", .linkLocal),
      ("febf::1", .linkLocal), ("fe80::1%eth0", .linkLocal), ("224.0.0.1", .linkLocal), ("255.255.255.255", .linkLocal),
      ("ff02::1", .linkLocal), ("no address", .linkLocal),
      ("192.0.2.1", .elsewhere), ("10.1.2.3", .elsewhere), ("2001:db8::1", .elsewhere),
      ("::ffff:192.0.2.1", .elsewhere),
    ])
  func place(address: String, expected: PinnedAddress.Place) {
    #expect(AddressPlace.place(of: address) == expected)
  }
}
