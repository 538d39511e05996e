extension KindRow {
  static let machines: [KindRow] = [
    KindRow(
      .url, rules: "url",
      texts: """
        url, uri, link, href, website, web site, homepage, home page, web url, permalink url, endpoint, source
        url, webseite, internetseite, verweis, enlace
        """,
      phrases: """
        url, uri, url of, link to, url to, web address, website, web page, homepage, home page, http link, link
        """
    ) { p, draw in "https://\(p.domain)/\(Phrase(p.lexicon, &draw).slug)" },
    // `LeafPlan` adds the origin of this server and the size.
    KindRow(
      .imageURL, rules: "imageUrl, avatarUrl",
      texts: """
        image, image url, avatar, avatar url, photo, photo url, picture, picture url, thumbnail, thumbnail url,
        logo, logo url, icon, icon url, cover, cover url, cover image, poster, banner, mission patch, patch,
        gravatar, profile image url, profile picture, img, src, bild, foto, profilbild, bilder, fotos, imagen,
        imagenes
        """,
      phrases: """
        image url, url of the image, url of an image, url to an image, image, avatar, picture, photo, thumbnail,
        logo, icon url, url of the picture, url of a picture, url of the avatar, url of the logo, link to an
        image, link to the image, url of the photo, link to the avatar, url to the image, url of the thumbnail
        """
    ) { _, draw in "/__understudy/images/\(draw.hex(12)).png" },
    KindRow(
      .domain, rules: "domainName", texts: "domain, domain name, host, hostname",
      phrases: "domain name, host name, hostname, fully qualified domain name"
    ) { p, _ in p.domain },
    KindRow(.path, rules: "path", texts: "path, pathname, route, file path", phrases: "file path, url path") {
      p, draw in "/\(Phrase(p.lexicon, &draw).slug)/\(Phrase(p.lexicon, &draw).slug)"
    },
    KindRow(
      .fileName, rules: "filename", types: "file, attachment, asset, upload",
      texts: "file name, filename, file, attachment", phrases: "file name, filename, name of the file"
    ) { p, draw in "\(Phrase(p.lexicon, &draw).slug).\(p.fileForm.suffix)" },
    KindRow(
      .fileExtension, rules: "fileExtension", texts: "file extension, extension, ext", phrases: "file extension"
    ) { p, _ in p.fileForm.suffix },
    KindRow(
      .mimeType, rules: "mimeType", texts: "mime type, content type, media type, mimetype",
      phrases: "mime type, media type, content type"
    ) { p, _ in p.fileForm.mimeType },
    KindRow(.httpMethod, texts: "http method, request method", phrases: "http method, http verb") { _, draw in
      ["DELETE", "GET", "PATCH", "POST", "PUT"][draw.below(5)]
    },
    KindRow(.uuid, rules: "uuid", texts: "uuid, guid", phrases: "uuid, guid, universally unique identifier") {
      _, draw in draw.uuid()
    },
    KindRow(.ulid, rules: "ulid", texts: "ulid", phrases: "ulid") { _, draw in "01" + draw.base32(24) },
    KindRow(
      .objectID, rules: "objectID", texts: "object id, mongo id", phrases: "object id, mongo id, mongodb id"
    ) { _, draw in draw.hex(24) },
    // The id of an object in another system.
    KindRow(.opaqueID, texts: "space id, workspace id, tenant id, environment id, external id") { _, draw in
      draw.base36(12)
    },
    KindRow(
      .branch,
      texts: """
        branch, branch name, git branch, ref name, head ref, head ref name, head branch, source branch, feature branch
        """,
      phrases: "name of the branch, branch name, git branch"
    ) { p, _ in p.name(of: .branch) },
    KindRow(
      .baseBranch,
      texts: """
        default branch, default branch name, base branch, target branch, base ref, base ref name, main branch
        """,
      phrases: "default branch, name of the default branch, base branch"
    ) { _, draw in draw.chance(85) ? "main" : ["develop", "next", "release/\(draw.within(1...9)).x"][draw.below(3)] },
    KindRow(.license, texts: "license, licence, license name, lizenz", phrases: "name of the license") { p, draw in
      p.own(.license) ?? draw.pick(Lexicon.licenses)
    },
    KindRow(
      .codeLanguage, texts: "programming language, code language, source language",
      phrases: "programming language, name of the programming language"
    ) { p, draw in p.own(.codeLanguage) ?? draw.pick(Lexicon.codeLanguages) },
    KindRow(.imdbID, texts: "imdb, imdb id") { _, draw in "tt" + draw.digits(7) },
    KindRow(.videoID, texts: "youtube id, you tube id, video id, youtube video id") { _, draw in draw.base64(11) },
    // Abbreviations of a longer name: `QC`, `ABE`.
    KindRow(
      .shortCode,
      texts: """
        code, abbreviation, abbr, acronym, short code, symbol, ticker, ticker symbol, monogram, kuerzel,
        abkuerzung, sigle
        """
    ) { _, draw in draw.capitals(3) },
    KindRow(.errorCode, texts: "error code, reason code") { _, draw in draw.pick(KindWords.errors) },
    // Codes that are sent to prove an identity.
    KindRow(
      .oneTimeCode, texts: "otp, one time code, verification code, pin, pin code, security code, two factor code"
    ) { _, draw in draw.digits(6) },
    KindRow(
      .token, rules: "bitcoinAddress, token",
      texts: """
        token, access token, refresh token, api key, session token, client secret, secret, csrf token
        """,
      phrases: "access token, refresh token, api key, api token, bearer token, secret token"
    ) { _, draw in "fake_" + draw.base64(35) },
    // {"alg":"none","typ":"JWT"}, {"iss":"fake"}, and a signature that is visibly fake.
    KindRow(.jwt, rules: "jwt", texts: "jwt, id token, json web token", phrases: "jwt, json web token") { _, draw in
      "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJpc3MiOiJmYWtlIn0.not-signed-" + draw.base64(12)
    },
    KindRow(
      .hash, rules: "hash", texts: "hash, sha, sha1, checksum, digest, etag, commit, oid, fingerprint, signature",
      phrases: "sha 1, sha1, commit hash, git hash"
    ) { _, draw in draw.hex(40) },
    KindRow(.md5, rules: "md5", texts: "md5, gravatar hash", phrases: "md5, md5 hash") { _, draw in draw.hex(32) },
    KindRow(.sha256, rules: "sha256", texts: "sha256", phrases: "sha 256, sha256, sha 256 hash") { _, draw in
      draw.hex(64)
    },
    KindRow(
      .cursor, texts: "cursor, start cursor, end cursor, next cursor, next token, page token",
      phrases: "opaque cursor, pagination cursor"
    ) { _, draw in draw.base64(16) },
    KindRow(.base64, texts: "base64, blur hash, blurhash", phrases: "base 64, base64, base64 encoded") { _, draw in
      draw.base64(24)
    },
    KindRow(
      .colourHex, rules: "colorHex",
      texts: """
        hex, hex code, color hex, colour hex, hex color, hex colour, color code, colour code, theme color
        """,
      phrases: """
        hex color, hex colour, hexadecimal color, hexadecimal colour, hex code, color hex, rgb hex, color as
        hex, hex triplet
        """
    ) { p, draw in "#" + p.colour(&draw).hex },
    KindRow(
      .rgb, rules: "rgb", texts: "rgb, rgb color", phrases: "rgb color, rgb colour, css color, css colour"
    ) { _, draw in "rgb(\(draw.below(256)), \(draw.below(256)), \(draw.below(256)))" },
    KindRow(.emoji, rules: "emoji", texts: "emoji, reaction", phrases: "emoji") { _, draw in draw.pick(Lexicon.emoji) },
    // RFC 5737 and RFC 3849 reserve these addresses for documentation.
    KindRow(
      .ipAddress, rules: "ipv4Address", texts: "ip, ip address, ipv4, ipv4 address, client ip",
      phrases: "ip address, ipv4 address, ipv4"
    ) { _, draw in ["192.0.2.", "198.51.100.", "203.0.113."][draw.below(3)] + String(draw.within(1...254)) },
    KindRow(.ipv6Address, rules: "ipv6Address", texts: "ipv6, ipv6 address", phrases: "ipv6 address, ipv6") { _, draw in
      "2001:db8:\(draw.within(1...9))\(draw.hex(3))::\(draw.within(1...9))\(draw.hex(3))"
    },
    // Locally administered, so it belongs to no manufacturer.
    KindRow(.macAddress, rules: "macAddress", texts: "mac, mac address", phrases: "mac address") { _, draw in
      "02:\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2))"
    },
    KindRow(.userAgent, rules: "userAgent", texts: "user agent", phrases: "user agent") { _, draw in
      "ExampleBrowser/\(draw.within(90...130)).0 (\(["Android", "iOS", "Linux"][draw.below(3)]))"
    },
    KindRow(
      .version, rules: "semver", texts: "version, semver, app version, release, tag name",
      phrases: "semantic version, semver, version number"
    ) { _, draw in "\(draw.within(0...9)).\(draw.below(20)).\(draw.below(10))" },
    KindRow(.cron, rules: "cron", texts: "cron, schedule", phrases: "cron expression, cron schedule") { _, draw in
      "\(draw.below(60)) \(draw.below(24)) * * *"
    },
  ]
}
