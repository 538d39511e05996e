extension WordFiles {
  static let germanTalk = #"""
    # Comments, messages and reviews.

    [words things]
    die Planung, die Liste, die Zusammenfassung, die Einladung, die Tagesordnung, die neue Fassung
    die Sitzordnung, die Uhrzeit, die Rechnung, die Reihenfolge, die Überschrift, die Buchung, die Adresse

    [names review]
    Genau das Richtige
    Gut, mit einer Schwäche
    Besser als erwartet
    Nichts für mich
    Jederzeit wieder
    Eine gute Wahl
    Viel fürs Geld
    {Thing} enttäuscht
    {Thing} überzeugt
    Tut, was es soll
    Fast perfekt
    Nach fünf Monaten
    Seinen Preis wert
    Gut, aber {thing} könnte besser sein
    Angenehme Überraschung
    Nicht ganz wie beschrieben
    Schon das zweite
    Einfach und gut
    Gemischte Gefühle
    Klare Empfehlung
    Zurückgeschickt
    Schönes Geschenk
    Kein Grund zur Klage
    Mehr davon

    [names comment]
    Frage: {things}
    Ergänzung: {things}
    Zum Thema: {things}
    Gedanke: {things}
    Korrektur: {things}

    [names message]
    Frage: {things}
    Betreff: {things}
    Kannst du {things} ansehen?
    {Things} für Donnerstag
    Neues: {things}
    Erinnerung: {things}
    Danke für {things}
    Änderung: {things}
    {Things}, endgültig
    Deine Meinung: {things}

    [prose review]
    Seit drei Monaten täglich benutzt, und es sieht noch aus wie neu.
    Genau wie beschrieben, und einen Tag früher da.
    Erst war ich unsicher, jetzt möchte ich es nicht mehr missen.
    {Thing} ist besser als erwartet.
    Der erste Eindruck war gut, der zweite noch besser.
    Als Geschenk gekauft, ein voller Erfolg.
    Für den Preis gibt es nichts zu beanstanden.
    {Thing} könnte besser sein, der Rest stimmt.
    Das war mein zweiter Versuch, und diesmal passte alles.
    Ich habe vier verglichen und mich hierfür entschieden.
    Es tut, was es soll, nicht mehr und nicht weniger.
    Leider hat mich {thing} nicht überzeugt.
    Meine Familie ist begeistert, und das will etwas heißen.
    Ich habe lange gezögert, ohne Grund.
    Nicht billig, aber sein Geld wert.
    Nach kurzer Eingewöhnung war ich zufrieden.
    Drei Sterne, denn {thing} war nicht wie gedacht.
    Eine Freundin hat es mir empfohlen, und sie hatte recht.
    Am Anfang war ich skeptisch.
    Die Bilder werden dem nicht gerecht.
    Ein halber Stern mehr wäre gerecht.
    Gute Idee, aber {thing} verdient mehr Sorgfalt.
    Nach einem Jahr kann ich sagen: kaufen.
    Etwas kleiner als gedacht.
    + Besonders gelungen ist {thing}.
    + Nur {thing} ist nicht ganz gelungen.
    + Der Kundendienst antwortete innerhalb einer Stunde.
    + Ich würde mich wieder so entscheiden.
    + Für diesen Preis ist {thing} wirklich gut.
    + Mir fehlt nur eine größere Ausführung.
    + Beim nächsten Mal nehme ich eine andere Farbe.
    + Zwei Kollegen habe ich es schon empfohlen.
    + Am Anfang braucht es etwas Geduld.
    + Von der Bestellung bis zur Lieferung lief alles glatt.
    + Nach dem Winter ergänze ich diese Bewertung.
    + Die Konkurrenz ist auch nicht besser.
    + Eine klare Empfehlung.
    + Ob es lange hält, muss sich zeigen.
    + Das erste ging zurück, das zweite ist perfekt.
    + {Thing} macht den Unterschied.
    + Deshalb ein Stern weniger.
    + Man bekommt, was man bezahlt.

    [prose comment]
    Danke, das hat geholfen.
    Ich stimme zu, vor allem was {thing} angeht.
    Könntest du mehr sagen über {thing}?
    Ich sehe es anders: Zuerst kommt {thing}.
    Wir haben letztes Jahr dasselbe versucht, und es ging gut.
    Sieht gut aus.
    Ich habe eine Frage, sie betrifft {thing}.
    Kleine Korrektur: Das Datum im zweiten Absatz stimmt nicht.
    Das ist die beste Erklärung, die ich bisher gesehen habe.
    Ich würde {thing} so lassen.
    Gibt es einen Grund für {thing}?
    Guter Hinweis, daran hatte ich nicht gedacht.
    Heute Morgen getestet, alles funktioniert.
    Können wir morgen über {thing} sprechen?
    Bitte noch einmal ansehen: {thing}.
    Genau das ist auch meine Erfahrung.
    Ich bin noch nicht überzeugt.
    Ich prüfe das und melde mich.
    Bei mir geht der Link nicht.
    Schöne Arbeit, und so schnell!
    Ein Beispiel wäre schön.
    Was passiert ohne {thing}?
    Das sollte jemand aufschreiben.
    Dieselbe Frage hatte ich auch.
    Erst war mir {thing} unklar, jetzt verstehe ich es.
    Ginge das auch in zwei Schritten?
    Vielleicht hilft hier ein Bild.
    Ich habe eine Notiz ergänzt, es geht um {thing}.
    Meine Zahlen sind etwas anders.
    Warten wir bis Montag.
    Darüber haben wir letzte Woche gesprochen.
    Mir gefällt {thing} jetzt besser.
    Eine Sache fehlt noch: Wer macht es?
    Erledigt, bitte ansehen.
    Entschuldige die späte Antwort.
    Einverstanden, so machen wir es.
    Um {thing} mache ich mir keine Sorgen.
    Warum nicht beides?
    Jetzt ist es kürzer und leichter zu lesen.
    Nur zur Erinnerung: Im Frühjahr haben wir uns dagegen entschieden.
    {Thing} war mir neu, danke.
    Das war die Lösung, vielen Dank!
    + Was meinst du?
    + Sonst sieht alles gut aus.
    + Ich helfe gern.
    + Eine Antwort hat Zeit bis morgen.
    + Alles andere ist klar.
    + Das würde es für alle leichter machen.
    + Heute Abend sehe ich noch einmal nach.
    + Oder habe ich etwas übersehen?

    [prose message]
    Hallo, hast du kurz Zeit? Es geht um {thing}.
    Ich habe dir gerade die neue Datei geschickt.
    Können wir das Gespräch auf Donnerstag verschieben?
    Danke für {thing}, das hat sehr geholfen.
    Ich komme zehn Minuten später.
    Hast du die Notiz gesehen? Sie betrifft {thing}.
    Sag Bescheid, wenn die Zeit nicht passt.
    Der Zug ist pünktlich, bis um sechs.
    Kannst du {thing} heute noch prüfen?
    Gute Nachricht: Sie haben zugesagt!
    Bis Montag bin ich nicht im Büro.
    Wer kümmert sich um {thing}?
    Weißt du noch, wo {thing} liegt?
    Prima, dann machen wir es so.
    Die Schlüssel liegen am Empfang.
    Bitte antworte bis morgen Mittag.
    Wie war dein Wochenende?
    Im Anhang findest du {thing}.
    Ich habe einen Tisch für vier reserviert.
    Entschuldige, ich habe deine Nachricht erst jetzt gelesen.
    Eine kleine Änderung gibt es noch, und zwar {thing}.
    Ruf mich an, wenn du da bist.
    Die Besprechung ist heute im großen Raum.
    Etwas habe ich vergessen: {thing}.
    Alles Gute zum Geburtstag! Kuchen steht in der Küche.
    Brauchst du {thing} noch?
    Wir sind fast fertig, nur {thing} fehlt noch.
    Das Paket ist heute Morgen angekommen.
    Kann jemand am Freitag meine Schicht übernehmen?
    Ich bringe Kaffee mit.
    Das klingt nach einem guten Plan.
    Nur zur Erinnerung: {thing}.
    Es regnet, deshalb treffen wir uns drinnen.
    Wie findest du {thing}?
    Die Zahlen schicke ich dir heute Abend.
    Der Drucker geht wieder.
    Danke, dass du gestern da warst.
    Kannst du mir die Einladung weiterleiten?
    Es eilt nicht, nächste Woche reicht.
    Ich habe mit den anderen gesprochen, sie sind einverstanden.
    Bis morgen um neun.
    Wir brauchen noch einen Stuhl.
    + Viele Grüße von uns allen.
    + Sag einfach Bescheid.
    + Danke im Voraus!
    + Ich habe den ganzen Nachmittag Zeit.
    + Es eilt nicht.
    + Einen schönen Abend noch.
    + Bis bald.
    + Dann entscheiden wir morgen.
    """#
}
