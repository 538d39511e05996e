extension KindRow {
  static let goods: [KindRow] = [
    KindRow(
      .product, rules: "productName, product", texts: "product, product name",
      phrases: "product name, name of the product"
    ) { p, _ in p.name(of: .product) },
    KindRow(
      .sku, rules: "sku",
      texts: """
        sku, part number, order number, invoice number, tracking number, reference, serial number, booking code,
        rechnungsnummer, bestellnummer, auftragsnummer, kundennummer, artikelnummer
        """,
      phrases: "stock keeping unit, sku, part number, order number"
    ) { _, draw in "\(draw.hex(3).uppercased())-\(draw.digits(5))" },
    KindRow(.size, texts: "size") { _, draw in draw.pick(Lexicon.sizes) },
    KindRow(
      .unit, rules: "unit", texts: "unit, unit of measure", phrases: "unit of measurement, unit of measure"
    ) { _, draw in ["cm", "g", "kg", "l", "m", "ml", "pcs"][draw.below(7)] },
    KindRow(
      .currencyCode, rules: "currencyCode",
      texts: "currency, currency code, currency iso, iso4217, waehrung, devise, moneda",
      phrases: """
        iso 4217, iso4217, currency code, iso 4217 code, iso 4217 currency code, three letter currency code
        """
    ) { p, _ in p.country.currency },
    KindRow(
      .currencyName, rules: "currencyName", types: "currency", texts: "currency name",
      phrases: "name of the currency, currency name"
    ) { p, _ in p.currency.map { Atlas.earth.translated($0.name, to: p.locale) } ?? "" },
    KindRow(
      .currencySymbol, rules: "currencySymbol", texts: "currency symbol",
      phrases: "currency symbol, symbol of the currency"
    ) { p, _ in p.currency?.symbol ?? "" },
    KindRow(
      .promoCode,
      texts: """
        discount code, coupon, coupon code, promo code, promotion code, voucher, voucher code, referral code,
        gift code, gutschein, gutscheincode
        """
    ) { _, draw in draw.pick(KindWords.promotions) + String(draw.within(1...6) * 5) },
    // 200 to 299 are for use within one company, so they belong to no manufacturer.
    KindRow(
      .barcode, rules: "barcode", texts: "barcode, ean, gtin, upc, ean13", phrases: "barcode, ean, ean 13, gtin, upc"
    ) { _, draw in CheckDigit.number("2", length: 13, &draw, CheckDigit.ean) },
    KindRow(.isbn, rules: "isbn", texts: "isbn, isbn13", phrases: "isbn, isbn 13, isbn13") { _, draw in
      CheckDigit.number("9780", length: 13, &draw, CheckDigit.ean)
    },
    // Bank code 00000000 belongs to no bank.
    KindRow(.iban, rules: "internationalBankAccountNumber", texts: "iban", phrases: "iban") { _, draw in
      CheckDigit.iban(&draw)
    },
    KindRow(
      .bic, rules: "bankIdentifierCode", texts: "bic, swift code, bank code",
      phrases: "bic, swift code, bank identifier code"
    ) { p, _ in "TEST\(p.country.code)00" },
    KindRow(.accountNumber, texts: "account number, account no, bank account, kontonummer") { _, draw in draw.digits(10)
    },
    KindRow(.routingNumber, texts: "routing number, sort code") { _, draw in draw.digits(9) },
    KindRow(.taxID, texts: "tax id, tax number, vat id, vat number, tin, steuernummer, ust id") { p, draw in
      p.country.code + draw.digits(9)
    },
    KindRow(
      .cardNumber, rules: "cardNumber", texts: "card number, credit card, credit card number, pan",
      phrases: "card number, credit card number"
    ) { p, _ in p.card.number },
    KindRow(.cardBrand, texts: "card brand, card type, card network", phrases: "card brand, brand of the card") {
      p, _ in p.card.brand
    },
    KindRow(.lastFour, texts: "last4, last 4, last four, last digits, last four digits") { p, _ in
      String(p.card.number.suffix(4))
    },
    KindRow(
      .maskedNumber, texts: "masked number, masked card number, masked pan, masked account number, number masked"
    ) { p, _ in "•••• " + p.card.number.suffix(4) },
  ]
}
