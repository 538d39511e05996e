import Fakes
import GraphQLLanguage
import OrderedJSON
import Testing

/// A literal answer: a release, a machine or a run that gave another one would break whoever committed snapshots of
/// faked answers. If it has to change, that is a change for users too.
@Suite("The golden answer")
struct GoldenTests {
  @Test("has the same bytes on every machine")
  func golden() throws {
    let world = FakeWorld(schema: try TestSchema.shop.schema(), seed: 42, endpoint: "golden")
    let answer = world.respond(
      to: SourceText(
        """
        { products(first: 2) { totalCount edges { cursor node {
            id name slug description price priceText currencyCode department sizes tags imageUrl(width: 200) inStock
            rating createdAt updatedAt meta maker { name website founded }
          } } }
          people(limit: 2) {
            id name email phone birthday age address { street city postcode country latitude longitude }
            favourite { __typename ... on Named { name } ... on Review { stars body } }
          }
          node(id: "stranger") { __typename id } }
        """))
    #expect(answer.prettyText == expected)
  }

  private let expected = """
    {
      "data": {
        "products": {
          "totalCount": 3,
          "edges": [
            {
              "cursor": "WJoFWZ28qqt303FG",
              "node": {
                "id": "cikpbl6ihjfb94dc4tx1g9u3a",
                "name": "Grand Glass Sneakers",
                "slug": "grand-glass-sneakers",
                "description": "Our neighbours planned new ways to learn before the first snow. A few experts compared two rival plans in a single week. We rebuilt new ways to learn and wrote down what they saw.",
                "price": 136.90,
                "priceText": "136.90",
                "currencyCode": "THB",
                "department": "KITCHEN",
                "sizes": [
                  "M",
                  "XL",
                  "S"
                ],
                "tags": [
                  "sorting",
                  "typography",
                  "security"
                ],
                "imageUrl": "/__understudy/images/a708859530a9.png?w=800&h=600",
                "inStock": false,
                "rating": 2.1,
                "createdAt": "2023-07-22T19:05:45.000Z",
                "updatedAt": "2024-06-03T23:24:18.000Z",
                "meta": null,
                "maker": null
              }
            },
            {
              "cursor": "wBBn_VpHIXYa_JFD",
              "node": {
                "id": "c8lpf3v2eoanm1wqtlyossex4",
                "name": "Swift Ceramic Blanket",
                "slug": "swift-ceramic-blanket",
                "description": "We measured a small harbour town before the first snow. We compared every corner of the city in a single week. Our neighbours tested the quiet parts of the work in a single week.",
                "price": 75.90,
                "priceText": "75.90",
                "currencyCode": "EUR",
                "department": "OFFICE",
                "sizes": [],
                "tags": [
                  "databases",
                  "concurrency"
                ],
                "imageUrl": "/__understudy/images/9324c3516f38.png?w=800&h=600",
                "inStock": false,
                "rating": 1.4,
                "createdAt": "2022-03-14T22:12:43.000Z",
                "updatedAt": "2022-12-15T10:49:11.000Z",
                "meta": {
                  "key": "plain-trail",
                  "enabled": false
                },
                "maker": {
                  "name": "Summit Logistics",
                  "website": "https://summit.example/calm-meadow",
                  "founded": null
                }
              }
            }
          ]
        },
        "people": [
          {
            "id": "ch7kj6vb612gip0tmjk2qlk9r",
            "name": "Kamal Ivanova",
            "email": "kamal.ivanova@example.net",
            "phone": "+61 2 5550 7800",
            "birthday": "1986-04-11",
            "age": 39,
            "address": {
              "street": "159 Park Lane",
              "city": "Athens",
              "postcode": "105 73",
              "country": "Greece",
              "latitude": 37.973214,
              "longitude": 23.714186
            },
            "favourite": {
              "__typename": "Review",
              "stars": 1,
              "body": "Most readers planned the history of maps for the third time. Many people compared a small harbour town and wrote down what they saw."
            }
          },
          {
            "id": "c5ctdzrd7olfhfz0gyqlupgva",
            "name": "Dmitri Carvalho",
            "email": "dmitri.carvalho@example.com",
            "phone": "+81 3 5555 0509",
            "birthday": "1969-04-15",
            "age": 56,
            "address": {
              "street": "83 Queen Road",
              "city": "Milan",
              "postcode": "20120",
              "country": "Italy",
              "latitude": 45.500825,
              "longitude": 9.147702
            },
            "favourite": {
              "__typename": "Company",
              "name": "Indigo Studio"
            }
          }
        ],
        "node": {
          "__typename": "Person",
          "id": "stranger"
        }
      }
    }
    """
}
