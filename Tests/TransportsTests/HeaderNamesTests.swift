import Testing
import Transports

@Suite("The names of the headers that answers may depend on")
struct HeaderNamesTests {
  private let names = HeaderNames(besides: ["X-Tenant"])

  @Test("Standard names, beginnings and further names count in any case; longer and shorter ones do not")
  func contains() {
    for name in ["Accept", "CONTENT-TYPE", "If-None-Match", "sec-fetch-site", "X-Understudy-Session", "x-tenant"] {
      #expect(names.contains(name), "\(name)")
      #expect(HeaderNames.all.contains(name))
    }
    for name in ["", "x", "acceptx", "accep", "traceparent", "x-tenant-id", "x-under", "if", "User-Agent"] {
      #expect(!names.contains(name), "\(name)")
      #expect(HeaderNames.all.contains(name))
    }
  }

  @Test("Fields that cannot be read are kept, and removed by name like the others")
  func unread() {
    let fields = [("X-Own", "1"), ("Accept", "a"), ("x-own", "2")].map { HeaderList.Field($0.0, $0.1) }
    var (headers, whole) = (HeaderList(), HeaderList())
    for field in fields {
      headers.append(field.name, field.value, reading: names)
      whole.append(field.name, field.value, reading: .all)
    }
    #expect(headers[first: "x-own"] == nil && headers[all: "accept"] == ["a"])
    #expect(headers.all == [fields[1], fields[0], fields[2]])
    #expect(headers != HeaderList([fields[1]]), "they are passed on")
    headers.set("x-own", "3")
    #expect(headers.all == [fields[1], HeaderList.Field("x-own", "3")])
    #expect(whole == HeaderList(fields))
  }
}
