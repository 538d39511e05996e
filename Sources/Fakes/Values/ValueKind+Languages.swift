// Field and type names in German, and the commonest in French, Spanish and Japanese in Latin letters.

extension ValueKind {
  /// What things are called that a type is named after.
  static let foreignNouns: [(ValueKind, String)] = [
    (
      .fullName,
      """
      lehrer, lehrerin, schueler, schuelerin, kunde, kundin, mitarbeiter, mitarbeiterin, benutzer, nutzer, autor, autorin,
      mitglied, teilnehmer, fahrer, arzt, patientin, empfaenger, absender, mieter, besitzer, karteninhaber, utilisateur,
      auteur, cliente, usuario, persona, personne, eleve, alumno
      """
    ),
    (.company, "firma, unternehmen, hersteller, lieferant, anbieter, verlag, entreprise, societe, empresa, kaisha"),
    (.countryName, "land, pays, pais"), (.city, "stadt, ort, gemeinde, filiale, ville, ciudad"),
    (.city, "branch, depot, warehouse, campus"),
    (.product, "produkt, artikel, ware, produit, producto"), (.category, "kategorie, rubrik, categorie, categoria"),
    (.topic, "schlagwort, thema, fach, schulfach"), (.department, "abteilung"),
    (.languageName, "sprache, langue, idioma"),
    (.title, "buch, beitrag, kurs, lied, aufgabe, livre, libro, pelicula"), (.event, "veranstaltung, konferenz, messe"),
    (.colourName, "farbe, couleur"), (.fullName, "cardholder, holder"),
  ]

  /// Field names of texts, by their last words.
  static let foreignTexts: [(ValueKind, String)] = [
    (.givenName, "vorname, rufname, prenom, nombre de pila"),
    (.familyName, "nachname, familienname, geburtsname, nom de famille, apellido, myoji"),
    (.fullName, "ansprechpartner, karteninhaber, kontoinhaber, autor, verfasser"),
    (.namePrefix, "anrede"), (.username, "benutzername, nutzername, spitzname"), (.password, "passwort, kennwort"),
    (.email, "mailadresse, emailadresse, courriel, correo"),
    (.phone, "telefon, telefonnummer, handy, handynummer, mobil, rufnummer, telefono, denwa"),
    (.gender, "geschlecht, sexe, sexo"), (.jobTitle, "beruf, berufsbezeichnung, metier, profesion"),
    (.company, "firma, firmenname, unternehmen, hersteller, arbeitgeber, entreprise, empresa, kaisha"),
    (.department, "abteilung"),
    (.street, "strasse, rue, calle"), (.detail(.houseNumber), "hausnummer, hausnr"),
    (.detail(.addressLine2), "adresszusatz"), (.address, "adresse, anschrift, direccion, jusho"),
    (.postcode, "plz, postleitzahl, code postal, codigo postal, yubin"),
    (.city, "ort, stadt, wohnort, standort, gemeinde, geburtsort, ville, ciudad"),
    (.countryName, "land, staat, pays, pais, kuni, staatsangehoerigkeit"), (.region, "bundesland, kanton"),
    (.languageName, "sprache, langue, idioma"), (.currencyCode, "waehrung, devise, moneda"),
    (.title, "titel, ueberschrift, betreff, titre, titulo"),
    (.paragraph, "beschreibung, inhalt, zusammenfassung, lebenslauf, descripcion, contenu, contenido"),
    (
      .sentence,
      """
      kommentar, bemerkung, anmerkung, nachricht, notiz, notizen, hinweis, grund, frage, antwort, verwendungszweck,
      commentaire, comentario
      """
    ),
    (.price, "preis, betrag, kosten, summe, gesamtpreis, gesamtbetrag, gebuehr, gehalt, prix, montant, precio"),
    (.detail(.shortCode), "kuerzel, abkuerzung, sigle"), (.detail(.promoCode), "gutschein, gutscheincode"),
    (.detail(.accountNumber), "kontonummer"), (.detail(.taxID), "steuernummer, ust id"),
    (.sku, "rechnungsnummer, bestellnummer, auftragsnummer, kundennummer, artikelnummer"),
    (.category, "kategorie, rubrik"), (.topic, "schlagwort, schlagworte, stichwort"),
    (.imageURL, "bild, foto, profilbild, bilder, fotos, imagen, imagenes"),
    (.url, "webseite, internetseite, verweis, enlace"),
    (.colourName, "farbe, couleur"), (.name, "gebaeude"), (.weekday, "wochentag"),
    (.date(.created), "datum, fecha, hizuke"),
    (.moment(.created), "zeitpunkt, zeitstempel, erstellt, erstellt am, angelegt am, registriert am, creado"),
    (.moment(.updated), "geaendert, geaendert am, aktualisiert am, bearbeitet am"),
    (.moment(.published), "veroeffentlicht am, bestellt am, gesendet am"),
    (.moment(.started), "beginn, anfang, begonnen am, versendet am, gueltig von, gueltig ab, debut, inicio"),
    (.moment(.ended), "ende, beendet am, abgeschlossen am, geliefert am, erledigt am, gueltig bis, fin"),
    (.moment(.closed), "geloescht am, archiviert am, storniert am, geschlossen am"),
    (.date(.started), "startdatum, anfangsdatum, beginndatum, anreise"), (.date(.ended), "enddatum, abreise"),
    (.date(.published), "erscheinungsdatum, veroeffentlichungsdatum"),
    (.date(.due), "faellig, faellig am, faelligkeit, faelligkeitsdatum"),
    (
      .date(.birthday),
      "geburtsdatum, geburtstag, geboren am, date de naissance, date naissance, fecha de nacimiento, fecha nacimiento"
    ),
    (.date(.death), "todestag, sterbedatum"), (.moment(.expiry), "ablaufdatum, laeuft ab am"),
    (.time, "uhrzeit"), (.duration, "dauer"),
  ]

  /// Field names of numbers, by their last words.
  static let foreignNumbers: [(ValueKind, String)] = [
    (.number(0...250, decimals: 0), "anzahl, menge, bestand, plaetze, cantidad, quantite"),
    (.number(1...40, decimals: 0), "nummer, reihenfolge, stockwerk, etage"), (.age, "alter, edad"),
    (.number(1...5, decimals: 1), "bewertung, sterne, durchschnittsbewertung"),
    (.price, "preis, betrag, kosten, summe, gesamtpreis, gesamtbetrag, gebuehr, gehalt, prix, montant, precio"),
    (.number(1...120, decimals: 1), "gewicht"), (.year, "jahr"), (.month, "monat"), (.duration, "dauer"),
    (.number(1...150, decimals: 4), "wechselkurs"), (.yearOf(.birthday), "geburtsjahr"),
    (.yearOf(.published), "erscheinungsjahr"),
  ]
}
