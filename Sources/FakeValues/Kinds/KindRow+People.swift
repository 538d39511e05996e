extension KindRow {
  static let people: [KindRow] = [
    KindRow(
      .fullName, rules: "fullName",
      types: """
        user, author, person, people, human, attendee, employee, customer, member, actor, actress, owner,
        viewer, contact, patient, student, teacher, speaker, player, profile, account, artist, character,
        director, producer, writer, sender, recipient, friend, follower, passenger, driver, guest, staff, hero,
        astronaut, creator, reviewer, assignee, manager, editor, chef, doctor, host, organizer, subscriber, me,
        admin, client, participant, participants, candidate, agent, tenant, mentor, buyer, seller, composer,
        photographer, lehrer, lehrerin, schueler, schuelerin, kunde, kundin, mitarbeiter, mitarbeiterin,
        benutzer, nutzer, autor, autorin, mitglied, teilnehmer, fahrer, arzt, patientin, empfaenger, absender,
        mieter, besitzer, karteninhaber, utilisateur, auteur, cliente, usuario, persona, personne, eleve,
        alumno, cardholder, holder, traveler, traveller, tourist
        """,
      texts: """
        full name, real name, user name display, contact name, by line, byline, director, producer, cardholder
        name, card holder name, card holder, account holder, account holder name, holder, attribution,
        ansprechpartner, karteninhaber, kontoinhaber, autor, verfasser
        """,
      phrases: "full name, name of the person, name of the user, name of the author"
    ) { p, _ in p.name.full },
    KindRow(
      .givenName, rules: "firstName",
      texts: "first name, given name, forename, nickname, vorname, rufname, prenom, nombre de pila",
      phrases: "first name, given name, forename"
    ) { p, _ in p.name.given.text },
    KindRow(.middleName, texts: "middle name, second name") { p, _ in p.middleName },
    KindRow(
      .familyName, rules: "lastName",
      texts: """
        last name, family name, surname, maiden name, nachname, familienname, geburtsname, nom de famille,
        apellido, myoji
        """,
      phrases: "last name, family name, surname"
    ) { p, _ in p.name.family.text },
    KindRow(
      .namePrefix, texts: "name prefix, salutation, honorific, academic title, anrede",
      phrases: "salutation, honorific"
    ) { p, _ in p.prefix },
    KindRow(.initials, rules: "initials", texts: "initials", phrases: "initials") { p, _ in p.initials },
    KindRow(
      .email, rules: "email",
      texts: "email, mail, email address, e mail, mailadresse, emailadresse, courriel, correo",
      phrases: "e mail, email, e mail address, email address, mail address"
    ) { p, _ in p.email },
    KindRow(
      .username, rules: "username",
      texts: """
        username, user name, login, handle, screen name, twitter, github, instagram, nick, account name,
        benutzername, nutzername, spitzname
        """,
      phrases: "user name, username, login name, nickname, handle"
    ) { p, _ in p.handle },
    KindRow(.mention, texts: "mention, at name", phrases: "twitter handle") { p, _ in "@" + p.handle },
    KindRow(
      .jobTitle, rules: "jobTitle",
      texts: """
        job, job title, occupation, profession, role title, beruf, berufsbezeichnung, metier, profesion
        """,
      phrases: "job title, occupation, profession"
    ) { p, _ in p.job },
    KindRow(
      .phone, rules: "phoneNumber",
      texts: """
        phone, phone number, telephone, mobile, mobile number, fax, cell, tel, telefon, telefonnummer, handy,
        handynummer, mobil, rufnummer, telefono, denwa
        """,
      phrases: "phone number, telephone number, mobile number, telephone, e164"
    ) { p, _ in p.phone },
    KindRow(.gender, rules: "gender", texts: "gender, sex, geschlecht, sexe, sexo", phrases: "gender") { p, _ in
      p.gender
    },
    KindRow(
      .password, rules: "password", texts: "password, passphrase, passwort, kennwort", phrases: "password"
    ) { _, draw in "not-a-password-" + draw.base36(8) },
    // The other party of a payment.
    KindRow(.counterparty, texts: "counterparty, counter party, payee, payer, beneficiary, remitter") { p, draw in
      draw.chance(50) ? p.company : p.name.full
    },
    KindRow(
      .company, rules: "companyName",
      types: """
        company, organization, organisation, org, business, brand, vendor, supplier, manufacturer, publisher,
        shop, store, merchant, airline, studio, employer, bank, agency, provider, carrier, sponsor, restaurant,
        firma, unternehmen, hersteller, lieferant, anbieter, verlag, entreprise, societe, empresa, kaisha
        """,
      texts: """
        company, company name, organization, organisation, employer, brand, vendor, manufacturer, publisher,
        firma, firmenname, unternehmen, hersteller, arbeitgeber, entreprise, empresa, kaisha
        """,
      phrases: "company, company name, name of the company, organization name"
    ) { p, _ in p.company },
    KindRow(
      .department, rules: "department", texts: "department, team, abteilung", phrases: "department"
    ) { p, draw in p.own(.department) ?? draw.pick(p.lexicon.departments) },
  ]
}
