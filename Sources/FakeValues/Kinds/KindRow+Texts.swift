extension KindRow {
  static let textual: [KindRow] = [
    KindRow(.name, rules: "financeAccountName, name", texts: "gebaeude") { p, _ in p.ownName },
    KindRow(
      .title, rules: "words, title",
      texts: "title, heading, headline, subject, mission name, titel, ueberschrift, betreff, titre, titulo",
      phrases: "headline, title"
    ) { p, _ in p.ownName },
    KindRow(.event, rules: "event", phrases: "name of the event, event name") { p, _ in p.name(of: .event) },
    KindRow(
      .slug, rules: "dbCollation, slug", texts: "slug, handle slug, permalink, key, identifier",
      phrases: "slug, url friendly, url safe name"
    ) { p, _ in p.slug },
    KindRow(.word, rules: "productMaterial, dbColumn, dbEngine, hackerAbbr, word", texts: "suite") { p, draw in
      p.own(.vehicle) ?? "\(draw.pick(Lexicon.vehicles)) \(draw.within(1...9))"
    },
    KindRow(
      .variety, rules: "dbType, financeTransactionType",
      texts: "type, kind, variety, style, mode, format, tier, plan, edition"
    ) { _, draw in draw.pick(Lexicon.varieties) },
    KindRow(
      .sentence, rules: "companyCatchPhrase, companyBS, hackerPhrase, sentence",
      texts: """
        comment, caption, subtitle, message, note, excerpt, tagline, slogan, quote, reason, question,
        answer, hint, memo, remark, remarks, purpose, payment reference text, kommentar, bemerkung, anmerkung,
        nachricht, notiz, notizen, hinweis, grund, frage, antwort, verwendungszweck, commentaire, comentario
        """,
      phrases: "short text, one sentence, one line summary"
    ) { p, draw in p.sentence(&draw) },
    KindRow(
      .paragraph, rules: "lorem, paragraph",
      texts: """
        description, body, content, text, summary, bio, biography, about, abstract, details, overview,
        instructions, synopsis, plot, crawl, article, beschreibung, inhalt, zusammenfassung, lebenslauf,
        descripcion, contenu, contenido
        """,
      phrases: "free text, long text, multi line text"
    ) { p, draw in p.paragraph(&draw) },
    KindRow(
      .markdown, rules: "markdown", texts: "markdown, body markdown, readme",
      phrases: "markdown, in markdown, as markdown"
    ) { p, draw in "# \(p.ownName)\n\n\(p.sentences(2, &draw))\n\n**\(p.sentence(&draw))**" },
    KindRow(
      .html, rules: "html", texts: "html, body html, content html", phrases: "html, as html, in html, rendered html"
    ) { p, draw in "<p>\(p.sentence(&draw))</p>" },
    KindRow(
      .category, rules: "productCategory", texts: "category, section, group, collection, kategorie, rubrik",
      phrases: "category, name of the category"
    ) { p, draw in p.own(.category) ?? draw.pick(p.lexicon.categories) },
    KindRow(
      .topic, rules: "topic", texts: "tag, keyword, topic, label, schlagwort, schlagworte, stichwort",
      phrases: "tag, topic, keyword"
    ) { p, draw in p.own(.topic) ?? draw.pick(p.lexicon.topics) },
    KindRow(.hashtag, texts: "hashtag, hash tag") { p, draw in
      "#" + draw.pick(p.lexicon.topics).filter { $0 != " " && $0 != "-" }
    },
    KindRow(.genre, rules: "genre", texts: "genre", phrases: "genre") { p, draw in
      p.own(.genre) ?? draw.pick(p.lexicon.genres)
    },
    KindRow(.animal, rules: "animal", texts: "animal, species, breed", phrases: "animal, species, breed") { p, draw in
      p.own(.animal) ?? draw.pick(p.lexicon.animals)
    },
    KindRow(
      .status, rules: "status", texts: "status, state name, stage, phase", phrases: "current status, status"
    ) { _, draw in draw.pick(Lexicon.states) },
    KindRow(.severity, texts: "severity, urgency, risk level, threat level") { _, draw in
      draw.pick(KindWords.severities)
    },
    KindRow(
      .contentRating, texts: "certificate, certification, content rating, age rating, film rating, mpaa rating, fsk"
    ) { _, draw in draw.pick(KindWords.contentRatings) },
    KindRow(
      .colourName, rules: "colorName",
      texts: """
        colour, color, color name, colour name, eye color, hair color, skin color, farbe, couleur
        """,
      phrases: "name of the colour, name of the color, color name, colour name"
    ) { p, draw in p.colour(&draw).name },
    // The labels of types such as `NavItem`.
    KindRow(.navigation) { p, draw in draw.pick(p.lexicon.navigation) },
    KindRow(.callToAction, texts: "cta, cta label, cta text, button text, button label, call to action") { p, draw in
      draw.pick(p.lexicon.callsToAction)
    },
  ]
}
