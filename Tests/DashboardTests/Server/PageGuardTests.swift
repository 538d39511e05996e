import Requests
import Testing
import Transports

@testable import Dashboard

@Suite struct PageGuardTests {
  private struct Row: Sendable {
    var method = "GET"
    var headers: HeaderList = [:]
    var isOfPage = true
    let status: Int?
  }

  private static let rows: [Row] = [
    Row(status: nil),
    Row(headers: ["origin": "http://127.0.0.1:4000"], status: nil),
    Row(headers: ["origin": "http://127.0.0.1:3000"], status: 403),
    Row(headers: ["origin": "null"], status: 403),
    Row(headers: ["sec-fetch-site": "same-origin"], status: nil),
    Row(headers: ["sec-fetch-site": "none"], status: nil),
    Row(headers: ["sec-fetch-site": "same-site"], status: 403),
    Row(headers: ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"], status: nil),
    Row(method: "POST", status: 403),
    Row(method: "POST", headers: ["understudy-token": "wrong"], status: 403),
    Row(method: "POST", headers: ["understudy-token": "t"], status: nil),
    Row(method: "DELETE", headers: ["understudy-token": "t", "origin": "http://127.0.0.1:4000"], status: nil),
    Row(method: "DELETE", headers: ["understudy-token": "t", "origin": "http://localhost:4000"], status: 403),
    // Programs use the control API without a token; pages need it.
    Row(method: "POST", isOfPage: false, status: nil),
    Row(method: "GET", headers: ["origin": "http://127.0.0.1:3000"], isOfPage: false, status: nil),
    Row(method: "POST", headers: ["origin": "http://127.0.0.1:3000"], isOfPage: false, status: 403),
    Row(method: "POST", headers: ["sec-fetch-site": "same-site"], isOfPage: false, status: 403),
    Row(
      method: "POST", headers: ["origin": "http://127.0.0.1:4000", "understudy-token": "t"], isOfPage: false,
      status: nil),
  ]

  @Test(arguments: Self.rows.indices)
  func onlyThePageAndProgramsChangeSomething(_ index: Int) {
    let row = Self.rows[index]
    var request = ClientRequest(method: row.method, target: "/__understudy/v1/info", headers: row.headers)
    request.headers.append("host", "127.0.0.1:4000")
    #expect(PageGuard(token: "t").refusal(of: request, isOfPage: row.isOfPage)?.status == row.status, "\(row)")
  }
}
