import OrderedJSON

extension KindRow {
  static let numeric: [KindRow] = [
    KindRow(
      sampled: .price, rules: "money",
      texts: """
        price text, price string, price label, price formatted, amount text, price, amount, cost, total,
        subtotal, fee, balance, salary, budget, tax, revenue, discount amount, preis, betrag, kosten, summe,
        gesamtpreis, gesamtbetrag, gebuehr, gehalt, prix, montant, precio
        """,
      numbers: """
        price, amount, cost, total price, subtotal, fee, balance, salary, budget, tax, revenue, preis, betrag,
        kosten, summe, gesamtpreis, gesamtbetrag, gebuehr, gehalt, prix, montant, precio
        """,
      phrases: "price, amount of money"
    ) { _, draw in .number(Sample.cents(&draw), decimals: 2) },
    KindRow(
      sampled: .cents, rules: "cents",
      texts: "cents, price cents, amount cents, price in cents, amount in cents, minor units",
      numbers: "cents, price in cents, amount in cents, minor units",
      phrases: """
        in cents, cents, minor units, minor unit, smallest currency unit, in the smallest currency unit, in
        pennies
        """
    ) { _, draw in .number(Sample.cents(&draw), decimals: 0) },
    KindRow(sampled: .width, numbers: "width, image width", phrases: "width in pixels, image width") { p, _ in
      .number(p.pictureSize.width, decimals: 0)
    },
    KindRow(sampled: .height, numbers: "height, image height", phrases: "height in pixels, image height") { p, _ in
      .number(p.pictureSize.height, decimals: 0)
    },
    KindRow(sampled: .latitude, rules: "latitude", numbers: "latitude, lat", phrases: "latitude") { p, _ in
      .number(p.position.latitude, decimals: 6)
    },
    KindRow(sampled: .longitude, rules: "longitude", numbers: "longitude, lng, lon, long", phrases: "longitude") {
      p, _ in .number(p.position.longitude, decimals: 6)
    },
    KindRow(
      sampled: .geoPoint, texts: "geo point, geo json, geojson, coordinate, coordinates, geo location, geolocation",
      phrases: "geojson, geo json, geojson point"
    ) { p, _ in .point(p.position) },
    KindRow(sampled: .json, rules: "json", texts: "json, payload json", phrases: "json object") { p, draw in
      .json(
        .object(
          JSONObject([.init("key", .string(Phrase(p.lexicon, &draw).slug)), .init("enabled", .bool(draw.chance(50)))])))
    },
    KindRow(.number(0...99_999, decimals: 0), rules: "number"),
    KindRow(.flagged(percent: 50), rules: "boolean"),
    KindRow(
      .number(0...250, decimals: 0),
      numbers: """
        count, total count, total, quantity, stock, number of items, length, views, likes, votes, anzahl, menge,
        bestand, plaetze, cantidad, quantite
        """,
      phrases: "number of, total number of"
    ),
    KindRow(
      .number(0...5_000, decimals: 0),
      numbers: """
        followers, following, downloads, plays, subscribers, stargazer count, points, score, limit, remaining,
        used, quota
        """
    ),
    KindRow(
      .number(1...40, decimals: 0),
      numbers: """
        index, position, order, rank, row, level, number, floor, page, chapter, season, episode, sequence,
        nummer, reihenfolge, stockwerk, etage
        """
    ),
    KindRow(
      .number(0...100, decimals: 1),
      numbers: """
        percent, percentage, progress, completion, humidity, battery, discount, share, average score, mean score
        """,
      phrases: "percent, percentage, in percent, from 0 to 100, between 0 and 100"
    ),
    KindRow(
      .number(1...5, decimals: 1),
      numbers: """
        rating, average rating, stars, star rating, rate, bewertung, sterne, durchschnittsbewertung
        """
    ),
    KindRow(.number(1...90, decimals: 0), numbers: "depth"),
    KindRow(.number(1...120, decimals: 1), numbers: "weight, mass, gewicht", phrases: "in kilograms, in kg"),
    KindRow(
      .number(900...9_000_000, decimals: 0), numbers: "size, bytes, file size, byte size, size in bytes",
      phrases: "in bytes, number of bytes, size in bytes"
    ),
    KindRow(.number(20...7_200, decimals: 0), numbers: "seconds, length seconds, duration seconds"),
    KindRow(
      .number(1...240, decimals: 0), numbers: "minutes, runtime minutes, prep time, cook time",
      phrases: "in minutes, number of minutes"
    ),
    KindRow(.number(1...12, decimals: 0), numbers: "month number, servings"),
    KindRow(
      .number(-10...38, decimals: 1), numbers: "temperature, temp, feels like, dew point",
      phrases: "in degrees celsius, degrees celsius"
    ),
    KindRow(.number(1...20_000, decimals: 1), numbers: "distance, altitude, elevation, radius"),
    KindRow(.number(50_000...90_000_000, decimals: 0), numbers: "population"),
    KindRow(.number(1_024...49_151, decimals: 0), numbers: "port"),
    KindRow(.number(200...599, decimals: 0), numbers: "status code"),
    KindRow(
      .number(0...1, decimals: 2), numbers: "ratio, fraction, probability, confidence, opacity, similarity",
      phrases: "from 0 to 1, between 0 and 1, fraction of one, ratio"
    ),
    KindRow(.number(1880...2018, decimals: 0), numbers: "founded, year founded, founding year, established"),
    KindRow(.number(1...150, decimals: 4), numbers: "exchange rate, fx rate, conversion rate, wechselkurs"),
    KindRow(.number(1...28, decimals: 0), numbers: "day, day of month"),
    KindRow(.number(0...23, decimals: 0), numbers: "hour, hour of day"),
    KindRow(.number(0...59, decimals: 0), numbers: "minute, second"),
    KindRow(.number(1...60, decimals: 0), numbers: "reading time, read time"),
    KindRow(.number(0...359, decimals: 0), numbers: "wind direction, wind bearing, bearing, heading, azimuth"),
    KindRow(.number(0...90, decimals: 1), numbers: "wind speed, wind gust, gust speed"),
    KindRow(.number(970...1_040, decimals: 0), numbers: "pressure, air pressure"),
    KindRow(.number(0...11, decimals: 0), numbers: "uv index, uv"),
    KindRow(.number(0...100, decimals: 0), numbers: "cloud cover, cloudiness"),
    KindRow(.number(10...5_000, decimals: 0), phrases: "in milliseconds, number of milliseconds"),
    KindRow(.number(120...1_920, decimals: 0), phrases: "in pixels"),
    KindRow(.number(1...250, decimals: 1), phrases: "in centimeters, in centimetres, in cm"),
    KindRow(.number(1...9_000, decimals: 1), phrases: "in meters, in metres, in kilometers, in kilometres"),
  ]
}
