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
          "totalCount": 7,
          "edges": [
            {
              "cursor": "Y3Vyc29yOmNuY2dlazAwMDE2OHJ0Y3N2b2F4eThvbnA",
              "node": {
                "id": "cncgek000168rtcsvoaxy8onp",
                "name": "Rapid Steel Umbrella",
                "slug": "rapid-steel-umbrella",
                "description": "A few experts tested every corner of the city with surprising results. A few experts visited two rival plans in a single week. The authors rebuilt a small harbour town in a single week.",
                "price": 105.50,
                "priceText": "105.50",
                "currencyCode": "GBP",
                "department": "GARDEN",
                "sizes": [
                  "XL"
                ],
                "tags": [
                  "accessibility"
                ],
                "imageUrl": "http://localhost:4000/__understudy/images/b2fd78590d21.png?w=800&h=600",
                "inStock": true,
                "rating": null,
                "createdAt": "2024-04-08T01:08:00.000Z",
                "updatedAt": "2024-09-18T18:53:58.000Z",
                "meta": {
                  "key": "lucky-willow",
                  "enabled": false
                },
                "maker": {
                  "name": "Oak Partners",
                  "website": null,
                  "founded": 1977
                }
              }
            },
            {
              "cursor": "Y3Vyc29yOmNuY2dlazAwMDJtcjRmdnltbHo4ZG84MHM",
              "node": {
                "id": "cncgek0002mr4fvymlz8do80s",
                "name": "Plain Cotton Chair",
                "slug": "plain-cotton-chair",
                "description": "A few experts explored long winter walks in a single week. Nearly all teams measured a small harbour town and came back with questions.",
                "price": 2795,
                "priceText": "2795",
                "currencyCode": "KRW",
                "department": "KITCHEN",
                "sizes": [
                  "XL"
                ],
                "tags": null,
                "imageUrl": "http://localhost:4000/__understudy/images/dfbf4d6a427a.png?w=800&h=600",
                "inStock": true,
                "rating": null,
                "createdAt": "2020-03-16T22:44:50.000Z",
                "updatedAt": "2020-09-03T16:41:33.000Z",
                "meta": null,
                "maker": {
                  "name": "River Logistics",
                  "website": "https://river.example/river-logistics",
                  "founded": 1993
                }
              }
            }
          ]
        },
        "people": [
          {
            "id": "c4fucg0001kcmavu8tvqrjk6w",
            "name": "Felix Bergström",
            "email": "felix.bergstroem1@example.com",
            "phone": "+51 1 555 0845",
            "birthday": "1992-02-22",
            "age": 33,
            "address": {
              "street": "4 Almond Avenue",
              "city": "Lima",
              "postcode": "15027",
              "country": "Peru",
              "latitude": -12.086182,
              "longitude": -77.012476
            },
            "favourite": {
              "__typename": "Product",
              "name": "Honest Wool Candle"
            }
          },
          {
            "id": "c4fucg0002apm8huwo5hku49k",
            "name": "Anders Singh",
            "email": "anders.singh2@example.net",
            "phone": "+1 212 555 0122",
            "birthday": null,
            "age": 70,
            "address": {
              "street": "41 High Street",
              "city": "Boston",
              "postcode": "02134",
              "country": "United States",
              "latitude": 42.396842,
              "longitude": -71.092330
            },
            "favourite": {
              "__typename": "Review",
              "stars": 3,
              "body": "A few experts visited three simple tools for the third time. A few experts rebuilt every corner of the city without much noise. Many people studied tools that last in a single week."
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
