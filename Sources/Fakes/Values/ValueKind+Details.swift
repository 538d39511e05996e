extension ValueKind {
  /// Field names of texts whose form everybody knows, by their last words.
  static let detailTexts: [(ValueKind, String)] = [
    (.detail(.shortCode), "code, abbreviation, abbr, acronym, short code, symbol, ticker, ticker symbol, monogram"),
    (.detail(.errorCode), "error code, reason code"),
    (
      .detail(.promoCode),
      "discount code, coupon, coupon code, promo code, promotion code, voucher, voucher code, referral code, gift code"
    ),
    (.detail(.oneTimeCode), "otp, one time code, verification code, pin, pin code, security code, two factor code"),
    (.detail(.opaqueID), "space id, workspace id, tenant id, environment id, external id"),
    (.detail(.imdbID), "imdb, imdb id"),
    (.detail(.videoID), "youtube id, you tube id, video id, youtube video id"),
    (.detail(.lastFour), "last4, last 4, last four, last digits, last four digits"),
    (.detail(.maskedNumber), "masked number, masked card number, masked pan, masked account number, number masked"),
    (.detail(.accountNumber), "account number, account no, bank account"),
    (.detail(.routingNumber), "routing number, sort code"),
    (.detail(.taxID), "tax id, tax number, vat id, vat number, tin"),
    (.detail(.counterparty), "counterparty, counter party, payee, payer, beneficiary, remitter"),
    (.detail(.middleName), "middle name, second name"),
    (.detail(.houseNumber), "house number, house no, street number, building number"),
    (.street, "line1, line 1"), (.detail(.addressLine2), "line2, line 2, address line 2, address line2, address2"),
    (.detail(.hashtag), "hashtag, hash tag"),
    (
      .detail(.contentRating), "certificate, certification, content rating, age rating, film rating, mpaa rating, fsk"
    ),
    (.detail(.windDirection), "wind direction, wind dir, compass direction, cardinal direction"),
    (.detail(.severity), "severity, urgency, risk level, threat level"),
    (.detail(.sunrise), "sunrise, dawn, moonrise"), (.detail(.sunset), "sunset, dusk, moonset"),
    (.detail(.callToAction), "cta, cta label, cta text, button text, button label, call to action"),
    (.sentence, "memo, remark, remarks, purpose, payment reference text"),
    (
      .fullName,
      "cardholder name, card holder name, card holder, account holder, account holder name, holder, attribution"
    ),
    (.city, "place of birth, birth place, place of death, birth city"),
    // Moments in the order in which they happen.
    (.moment(.published), "placed at, booked at, opened for orders at"),
    (.moment(.started), "shipped at, dispatched at, opened at, activated at, valid from, effective from, check in at"),
    (
      .moment(.ended),
      "delivered at, received at, executed at, processed at, valid to, valid through, effective to, check out at"
    ),
    (.moment(.closed), "returned at, refunded at, terminated at"),
    (.date(.started), "check in date, shipping date, ship date, shipped date, opening date, opened date"),
    (.date(.ended), "check out date, delivery date, delivered date, completion date, completed date"),
    (.date(.closed), "closing date, closed date, termination date"),
    (.date(.due), "due, due date, due by, deadline"), (.moment(.due), "due at"),
    (.date(.death), "deathday, death day, death date, date of death, died"),
  ]

  /// Field names of numbers that are none of a count, by their last words.
  static let detailNumbers: [(ValueKind, String)] = [
    (.number(1...150, decimals: 4), "exchange rate, fx rate, conversion rate"),
    (.number(1...28, decimals: 0), "day, day of month"),
    (.number(0...23, decimals: 0), "hour, hour of day"), (.number(0...59, decimals: 0), "minute, second"),
    (.number(0...5_000, decimals: 0), "limit, remaining, used, quota"),
    (.number(1...60, decimals: 0), "reading time, read time"),
    (.number(0...359, decimals: 0), "wind direction, wind bearing, bearing, heading, azimuth"),
    (.number(0...90, decimals: 1), "wind speed, wind gust, gust speed"),
    (.number(970...1_040, decimals: 0), "pressure, air pressure"), (.number(0...11, decimals: 0), "uv index, uv"),
    (.number(0...100, decimals: 0), "cloud cover, cloudiness"),
    (.number(-10...38, decimals: 1), "feels like, dew point"),
    (.yearOf(.expiry), "expiry year, expiration year, exp year"),
    (.yearOf(.birthday), "born"), (.yearOf(.death), "died, death year, year of death"),
  ]
}
