extension ValueKind {
  /// What things are called that a type or a field is named after.
  static let nouns: [String: ValueKind] = table(
    [
      (
        .fullName,
        """
        user, author, person, people, human, attendee, employee, customer, member, actor, actress, owner, viewer,
        contact, patient, student, teacher, speaker, player, profile, account, artist, character, director,
        producer, writer, sender, recipient, friend, follower, passenger, driver, guest, staff, hero, astronaut,
        creator, reviewer, assignee, manager, editor, chef, doctor, host, organizer, subscriber, me, admin, client,
        participant, participants, candidate, agent, tenant, mentor, buyer, seller, composer, photographer
        """
      ),
      (
        .company,
        """
        company, organization, organisation, org, business, brand, vendor, supplier, manufacturer, publisher, shop,
        store, merchant, airline, studio, employer, bank, agency, label, provider, carrier, sponsor, restaurant
        """
      ),
      (.city, "city, town, municipality, venue, location"),
      (.countryName, "country, nation, nationality"),
      (.continentName, "continent"),
      (
        .place,
        "region, province, state, county, subdivision, district, prefecture, canton, place, planet, island, moon, kingdom, homeworld"
      ),
      (.languageName, "language, lang"),
      (.currencyName, "currency"),
      (.department, "department, team, division, squad"),
      (.product, "product, item, variant, good, merchandise, article"),
      (.category, "category, collection, channel, section, board, forum, group"),
      (.topic, "tag, topic, keyword, subject, label, skill, interest"),
      (.genre, "genre"),
      (.animal, "animal, pet, species, breed"),
      (
        .title,
        """
        session, talk, book, movie, film, song, album, track, show, episode,
        post, story, page, course, video, chapter, lesson, recipe, game, series, podcast, paper, review, issue,
        task, todo, ticket, project, repository, mission, launch, campaign, goal, milestone, document, note, message
        """
      ),
      (.event, "conference, event, meetup, festival, hackathon, workshop, webinar"),
      (.word, "rocket, starship, vehicle, ship, spacecraft, satellite, model, car, aircraft"),
      (.fileName, "file, attachment, asset, upload"),
      (.colourName, "color, colour"),
    ], also: foreignNouns)

  /// Field names of texts, by their last words.
  static let texts: [String: ValueKind] = table(
    [
      (.givenName, "first name, given name, forename, nickname"),
      (.familyName, "last name, family name, surname, maiden name"),
      (
        .fullName,
        "full name, real name, user name display, contact name, by line, byline, director, producer"
      ),
      (.initials, "initials"),
      (.email, "email, mail, email address, e mail"),
      (.username, "username, user name, login, handle, screen name, twitter, github, instagram, nick, account name"),
      (.mention, "mention, at name"), (.namePrefix, "name prefix, salutation, honorific, academic title"),
      (.password, "password, passphrase"),
      (.jobTitle, "job, job title, occupation, profession, role title, headline"),
      (.phone, "phone, phone number, telephone, mobile, mobile number, fax, cell, tel"),
      (.gender, "gender, sex"),
      (.company, "company, company name, organization, organisation, employer, brand, vendor, manufacturer, publisher"),
      (.department, "department, team"),
      (.product, "product, product name"),
      (.price, "price text, price string, price label, price formatted, amount text"),
      (.price, "price, amount, cost, total, subtotal, fee, balance, salary, budget, tax, revenue, discount amount"),
      (.currencyCode, "currency, currency code, currency iso, iso4217"), (.currencyName, "currency name"),
      (.cents, "cents, price cents, amount cents, price in cents, amount in cents, minor units"),
      (.currencySymbol, "currency symbol"),
      (.sku, "sku, part number, order number, invoice number, tracking number, reference, serial number, booking code"),
      (.barcode, "barcode, ean, gtin, upc, ean13"), (.isbn, "isbn, isbn13"), (.iban, "iban"),
      (.bic, "bic, swift code, bank code"), (.cardNumber, "card number, credit card, credit card number, pan"),
      (.cardBrand, "card brand, card type, card network"), (.unit, "unit, unit of measure"),
      (.size, "size"),
      (.city, "city, town, birthplace, hometown, location, venue, site"),
      (.countryName, "country, country name, nationality"),
      (.countryCode, "country code, alpha2, iso2, cca2, iso code, alpha2 code, iso3166, country iso"),
      (.countryCode3, "alpha3, iso3, cca3, alpha3 code"),
      (.callingCode, "calling code, dial code, phone prefix, phone code, dialing code, country calling code"),
      (.geoPoint, "geo point, geo json, geojson, coordinate, coordinates, geo location, geolocation"),
      (.capital, "capital, capital city"),
      (.continentName, "continent, continent name"),
      (.region, "region, province, state, county, district"),
      (.cloudRegion, "aws region, cloud region"),
      (.street, "street, street address, address line 1, address line1, address1, street name"),
      (.word, "suite"),
      (.address, "address, formatted address, full address, postal address, mailing address"),
      (.postcode, "postcode, post code, postal code, zip, zip code, zipcode"),
      (.timeZone, "time zone, timezone, tz"),
      (.flag, "emoji flag, flag emoji, flag"),
      (.languageName, "language, language name"),
      (.languageCode, "language code, lang, iso639"),
      (.locale, "locale"),
      (.title, "title, heading, subject, mission name"),
      (.slug, "slug, handle slug, permalink, key, identifier"),
      (
        .paragraph,
        """
        description, body, content, text, summary, bio, biography, about, abstract, details, overview, instructions,
        synopsis, plot, crawl, article
        """
      ),
      (
        .sentence,
        "comment, caption, headline, subtitle, message, note, excerpt, tagline, slogan, quote, reason, question, answer, hint"
      ),
      (.markdown, "markdown, body markdown, readme"),
      (.html, "html, body html, content html"),
      (.category, "category, section, group, collection"),
      (.topic, "tag, keyword, topic, label"),
      (.genre, "genre"),
      (.animal, "animal, species, breed"),
      (.variety, "type, kind, variety, style, mode, format, tier, plan, edition"),
      (.status, "status, state name, stage, phase"),
      (
        .url,
        "url, uri, link, href, website, web site, homepage, home page, web url, permalink url, endpoint, source url"
      ),
      (
        .imageURL,
        """
        image, image url, avatar, avatar url, photo, photo url, picture, picture url, thumbnail, thumbnail url, logo,
        logo url, icon, icon url, cover, cover url, cover image, poster, banner, mission patch, patch, gravatar,
        profile image url, profile picture, img, src
        """
      ),
      (.domain, "domain, domain name, host, hostname"),
      (.path, "path, pathname, route, file path"),
      (.fileName, "file name, filename, file, attachment"), (.fileExtension, "file extension, extension, ext"),
      (.httpMethod, "http method, request method"),
      (.mimeType, "mime type, content type, media type, mimetype"),
      (.uuid, "uuid, guid"), (.ulid, "ulid"), (.objectID, "object id, mongo id"),
      (.jwt, "jwt, id token, json web token"),
      (.md5, "md5, gravatar hash"), (.sha256, "sha256"), (.base64, "base64, blur hash, blurhash"),
      (.json, "json, payload json"),
      (
        .token,
        "token, access token, refresh token, api key, session token, client secret, secret, csrf token"
      ),
      (.hash, "hash, sha, sha1, checksum, digest, etag, commit, oid, fingerprint, signature"),
      (.colourName, "colour, color, color name, colour name, eye color, hair color, skin color"),
      (.colourHex, "hex, hex code, color hex, colour hex, hex color, hex colour, color code, colour code, theme color"),
      (.rgb, "rgb, rgb color"),
      (.emoji, "emoji, reaction"),
      (.ipAddress, "ip, ip address, ipv4, ipv4 address, client ip"), (.ipv6Address, "ipv6, ipv6 address"),
      (.macAddress, "mac, mac address"),
      (.userAgent, "user agent"),
      (.version, "version, semver, app version, release, tag name"),
      (.cursor, "cursor, start cursor, end cursor, next cursor, next token, page token"),
      (.cron, "cron, schedule"),
      (.time, "time, opening time, closing time, start time of day"),
      (.monthName, "month, month name"),
      (.weekday, "weekday, day of week, week day"),
      (.duration, "duration, runtime, length text, playtime"),
      (.date(.created), "date, created, joined on, date created, registered"),
      (
        .moment(.created), "created at, inserted at, registered at, joined at, timestamp, date added, created date time"
      ),
      (
        .moment(.updated),
        "updated at, modified at, last modified, changed at, last updated, updated, edited, edited at, modified"
      ),
      (.moment(.published), "published at, posted at, released at, sent at, submitted at, ordered at, confirmed at"),
      (
        .date(.published), "published, release date, publication date, posted, publish date, launch date, order date"
      ),
      (
        .moment(.started),
        "start, starts at, started at, start time, begin, begins at, from time, opens at, departure, departs at"
      ),
      (
        .moment(.ended),
        "end, ends at, ended at, end time, finish, finished at, closes at, arrival, arrives at, completed at"
      ),
      (.date(.started), "start date, from date, begin date, check in"),
      (.date(.ended), "end date, to date, check out, finish date"),
      (
        .moment(.seen),
        "last seen at, last seen, seen at, last login, last login at, last active at, pushed at, read at"
      ),
      (
        .moment(.closed),
        "deleted at, archived at, closed at, cancelled at, canceled at, merged at, resolved at, removed at"
      ),
      (.date(.birthday), "birthday, birth date, birthdate, date of birth, dob, born"),
      (.moment(.expiry), "expires at, expiry, expires, expiration, valid until, expiration date, expiry date"),
    ], also: detailTexts, foreignTexts)

  /// Field names of numbers, by their last words.
  static let numbers: [String: ValueKind] = table(
    [
      (
        .number(0...250, decimals: 0),
        "count, total count, total, quantity, stock, number of items, length, views, likes, votes"
      ),
      (
        .number(0...5_000, decimals: 0),
        "followers, following, downloads, plays, subscribers, stargazer count, points, score"
      ),
      (
        .number(1...40, decimals: 0),
        "index, position, order, rank, row, level, number, floor, page, chapter, season, episode, sequence"
      ),
      (.age, "age"),
      (
        .number(0...100, decimals: 1),
        "percent, percentage, progress, completion, humidity, battery, discount, share, average score, mean score"
      ),
      (.number(1...5, decimals: 1), "rating, average rating, stars, star rating, rate"),
      (.width, "width, image width"), (.height, "height, image height"), (.number(1...90, decimals: 0), "depth"),
      (.number(1...120, decimals: 1), "weight, mass"),
      (.number(900...9_000_000, decimals: 0), "size, bytes, file size, byte size, size in bytes"),
      (.number(20...7_200, decimals: 0), "seconds, length seconds, duration seconds"),
      (.number(1...240, decimals: 0), "minutes, runtime minutes, prep time, cook time"),
      (.number(1...12, decimals: 0), "month number, servings"),
      (.number(-10...38, decimals: 1), "temperature, temp"),
      (.number(1...20_000, decimals: 1), "distance, altitude, elevation, radius"),
      (.number(50_000...90_000_000, decimals: 0), "population"),
      (.number(1_024...49_151, decimals: 0), "port"),
      (.number(200...599, decimals: 0), "status code"),
      (.price, "price, amount, cost, total price, subtotal, fee, balance, salary, budget, tax, revenue"),
      (.cents, "cents, price in cents, amount in cents, minor units"),
      (.number(0...1, decimals: 2), "ratio, fraction, probability, confidence, opacity, similarity"),
      (.month, "month"),
      (.yearOf(.birthday), "birth year, year of birth, year born"),
      (.yearOf(.published), "release year, publication year, year of release, year of publication"),
      (.number(1880...2018, decimals: 0), "founded, year founded, founding year, established"),
      (.yearOf(.started), "start year, first year"), (.yearOf(.ended), "end year, last year"),
      (.year, "year, season year, vintage"),
      (.latitude, "latitude, lat"),
      (.longitude, "longitude, lng, lon, long"),
      (.moment(.created), "created at, timestamp, created"),
      (.moment(.updated), "updated at, updated, modified"),
      (.duration, "duration, runtime"),
    ], also: detailNumbers, foreignNumbers)
}
