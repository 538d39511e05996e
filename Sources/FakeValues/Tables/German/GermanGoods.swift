extension WordFiles {
  static let germanGoods = #"""
    # Products, food and offers.

    [words products]
    Lampe, Decke, Tasche, Kanne, Uhr, Vase, Schale, Flasche, Jacke, Bank, Pfanne, Kerze, Kommode, Matte, Mütze
    Bürste, Schürze, Dose, Truhe, Laterne, Weste, Mappe, Kiste, Garderobe, Leiter, Tischdecke, Gießkanne, Brille
    Hängematte, Teekanne, Butterdose, Wanduhr, Leselampe, Umhängetasche, Obstschale, Fußmatte

    [words materials]
    Bambus, Baumwolle, Eiche, Filz, Glas, Keramik, Kork, Kupfer, Leder, Leinen, Nussbaum, Stahl, Wolle

    [words looks]
    Faltbare, Kleine, Große, Schlichte, Klassische, Handgemachte, Leichte, Robuste, Gestreifte, Moderne
    Wasserfeste, Zweifarbige, Runde, Stapelbare, Flache, Helle

    [words colors]
    Nachtblau, Waldgrün, Sand, Anthrazit, Terrakotta, Naturweiß, Senfgelb, Schiefergrau, Olivgrün, Koralle
    Marineblau, Graphit

    [words use]
    kleine Küchen, das Arbeitszimmer, Wochenendreisen, lange Arbeitswege, Regentage, den Balkon, Kinderzimmer
    kalte Abende, Essen mit Freunden, den Garten, die Werkstatt, jeden Tag

    [words occasion]
    Frühlings, Sommer, Herbst, Winter, Schulanfangs, Neujahrs, Wochenend, Jubiläums, Frühbucher, Feiertags

    [words percent]
    5, 10, 15, 20, 25, 30, 40, 50

    [words food]
    Ofengemüse, Kichererbsen, Lachs, Auberginen, Hähnchen, Pilze, Linsen, Kürbis, Tofu, Bratkartoffeln, Lauch
    Forelle, Bohnen, Paprika, Rote Bete, Blumenkohl

    [words side]
    Zitronenbutter, Wildreis, Kräuterquark, Tomatensoße, Mandeln, grünem Salat, Knoblauchbrot, Couscous
    Senfsoße, Petersilie, frischen Nudeln, Meerrettich

    [words cooked]
    Gebacken, Gegrillt, Geschmort, Gefüllt, Würzig, Knusprig, Cremig, Geräuchert

    [words goodsThings]
    die Farbe, die Verarbeitung, die Verpackung, die Größe, die Naht, die Form, die Lieferung, die Anleitung
    die Qualität, die Oberfläche, die Haltbarkeit

    [words dishThings]
    die Soße, die Würze, die Kruste, die Portion, die Beilage, die Konsistenz

    [names product]
    {looks} {products} aus {materials}
    {products} aus {materials}
    {looks} {products}
    {products} aus {materials}, {colors}
    {products} in {colors}
    {looks} {products} in {colors}

    [names offer]
    {occasion}angebot: {percent} % Rabatt
    {percent} % auf die erste Bestellung
    {occasion}aktion
    Versandkostenfreie {occasion}tage
    {percent} % auf alle Lampen
    {occasion}paket
    Treuebonus: {percent} %
    {occasion}gutschein über {percent} Euro

    [names dish]
    {food} mit {side}
    {food}, {cooked}, mit {side}
    Salat: {food} mit {side}
    {cooked}: {food} mit {side}
    Suppe: {food}

    [names medication]
    Ibuprofen
    Amoxicillin
    Metformin
    Paracetamol
    Lisinopril
    Atorvastatin
    Omeprazol
    Cetirizin
    Amlodipin
    Levothyroxin
    Salbutamol
    Sertralin
    Losartan
    Prednisolon
    Doxycyclin
    Pantoprazol
    Bisoprolol
    Azithromycin
    Simvastatin
    Furosemid
    Gabapentin
    Phenprocoumon

    [prose goods]
    Aus {materials} gefertigt, passend für {use}.
    Gemacht für {use}, und so leicht, dass eine Hand genügt.
    Unsere Antwort auf die Frage: Was brauchen Sie für {use}?
    Ein Liebling unserer Kundschaft für {use}.
    Jedes Stück wird von Hand vollendet und sieht ein wenig anders aus.
    Entwickelt mit Menschen, die sich auskennen.
    Für Jahre gebaut, jedes Teil lässt sich ersetzen.
    Schlicht, stabil und gut für {use}.
    Die ruhige Form passt zu allem, was schon da ist.
    Die neue Fassung ist leichter und besser zu reinigen.
    Gute Dinge brauchen wenig Worte: Es funktioniert.
    Von Anfang an Teil unseres Sortiments.
    Klein im Schrank, groß im Alltag.
    Für alle, die schon lange etwas für {use} suchen.
    Ein Geschenk, das wirklich benutzt wird.
    Gefertigt in kleinen Mengen in einem Familienbetrieb.
    + Ein feuchtes Tuch genügt zur Reinigung.
    + Die Verpackung ist recycelbar.
    + Auch in {colors} erhältlich.
    + Die Maße stehen in der Tabelle.
    + Mit fünf Jahren Garantie.
    + Passt gut zum Rest der Serie.
    + Der Aufbau dauert etwa zehn Minuten.
    + Ersatzteile gibt es jederzeit.
    + Bitte vor direkter Hitze schützen.
    + Die Farbe kann leicht vom Bild abweichen.
    + Versand innerhalb von zwei Werktagen.
    + Ideal für {use}.
    + Nur natürliche Farbstoffe.
    + Rückgabe innerhalb von 30 Tagen.
    + Die Nähte sind verstärkt.
    + Wird mit den Jahren schöner.
    + Vor dem Versand wird jedes Stück geprüft.
    + Werkzeug ist nicht nötig.
    + Passt durch jede normale Tür.
    + Das Gewicht ist gut verteilt.
    + Besonders gelobt für {use}.
    + Lässt sich flach zusammenlegen.
    + Das Material stammt aus geprüften Quellen.
    + Höchstens ein Stück pro Person.

    [prose food]
    Ein einfaches Gericht für den Feierabend.
    In einer halben Stunde fertig, am nächsten Tag noch besser.
    Das Rezept stammt aus einem kleinen Gasthaus am Meer.
    Außen knusprig, innen weich und voller Aroma.
    Ein Klassiker unserer Küche.
    Warm, würzig und genau genug für zwei.
    Alle Zutaten kommen vom Markt um die Ecke.
    Wenig Aufwand, aber gute Zutaten.
    Beliebt bei Kindern und Großeltern.
    Für kalte Tage und hungrige Gäste.
    Leicht, frisch und schnell gemacht.
    Das Geheimnis ist der Ofen: wenig Hitze, viel Zeit.
    Unser beliebtestes Gericht im Herbst.
    Alles aus einer Pfanne.
    Schmeckt wie ein Tag an der Küste.
    Nach einem handgeschriebenen Rezept.
    + Dazu passt Brot.
    + Lässt sich am Vortag vorbereiten.
    + Auf Wunsch vegetarisch.
    + Enthält Nüsse und Milch.
    + Ein Spritzer Zitrone macht es perfekt.
    + Reste halten drei Tage.
    + Die Portion ist großzügig.
    + Gewürzt mit Kräutern aus dem Garten.
    + Vor dem Servieren zehn Minuten ruhen lassen.
    + Auch als kleine Portion.
    + Dazu passt ein trockener Weißwein.
    + Butter lässt sich durch Öl ersetzen.
    + Das Salz nicht vergessen.
    + Nicht zu scharf.
    + Die Soße wird jeden Morgen frisch gekocht.
    + Ohne Brot glutenfrei.
    + Am besten in einer schweren Pfanne.
    + Kinder mögen es ohne Pfeffer.
    + Das Gemüse bleibt knackig.
    + Lässt sich gut einfrieren.
    + Nur solange der Vorrat reicht.
    + Täglich bis neun Uhr.
    + Aus den Resten wird eine gute Suppe.
    + Mit Petersilie bestreuen.

    [prose offer]
    Nur für kurze Zeit und solange der Vorrat reicht.
    Unser Dank an alle, die uns seit Jahren treu sind.
    Sparen Sie auf fast alles im Laden.
    Wer mehr bestellt, spart mehr.
    Ein kleines Geschenk für neue Kundinnen und Kunden.
    Der Preis wird an der Kasse gesenkt.
    Gültig in allen Filialen und im Netz.
    Jetzt lohnt sich der Vorrat.
    Alles aus der letzten Saison muss raus.
    Zwei Wochen lang günstigere Preise.
    Nur für Mitglieder.
    Der Rabatt gilt für den ganzen Warenkorb.
    Weitersagen, und beide sparen.
    So feiern wir unser Jubiläum.
    Ein Code für alles.
    Los geht es um Mitternacht.
    + Ohne Mindestbestellwert.
    + Nicht mit anderen Aktionen kombinierbar.
    + Einmal pro Person.
    + Geschenkkarten sind ausgenommen.
    + Der Versand ist enthalten.
    + Gültig bis zum Monatsende.
    + Rückgabe wie gewohnt.
    + Den Code im letzten Schritt eingeben.
    + Der Rabatt ist vor dem Bezahlen sichtbar.
    + Neuheiten sind ausgenommen.
    + Auch bei telefonischer Bestellung.
    + Wer den Rundbrief liest, erfährt es früher.
    + Gilt auch für reduzierte Ware.
    + Große Bestellungen kommen in zwei Teilen.
    + Preise mit Mehrwertsteuer.
    + Ein früheres Ende bleibt vorbehalten.
    + Nicht für Reparaturen.
    + Jeder Artikel höchstens zweimal.
    + Der Rest geht an einen guten Zweck.
    + Näheres steht auf der Hilfeseite.
    + Barzahlung ist nicht möglich.
    + Auch am Sonntag.
    + Der Code steht im Rundbrief.
    + Abgelaufene Codes werden nicht ersetzt.
    """#
}
