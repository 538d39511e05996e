extension WordFiles {
  static let germanWords = #"""
    # Names, places, and words of daily life.

    [words givenNames]
    Anna, Anton, Barbara, Bastian, Björn, Carla, Clara, Daniel, David, Elias, Elke, Emil, Emma, Erik, Eva, Felix
    Finn, Franziska, Frieda, Georg, Greta, Günther, Hanna, Heike, Helene, Henrik, Ida, Jakob, Jana, Jens
    Johanna, Jonas, Jürgen, Karin, Katharina, Klaus, Lara, Lea, Lena, Leon, Lukas, Luise, Maja, Malte, Marie
    Matthias, Mia, Moritz, Niklas, Nina, Oskar, Paul, Paula, Petra, René, Ronja, Rosa, Sabine, Simon, Sophie
    Stefan, Theo, Tobias, Ulrike, Ursula, Vera, Wolfgang, Yusuf, Zoë, Aylin

    [words familyNames]
    Albrecht, Bauer, Baumann, Beck, Becker, Bergmann, Böhm, Brandt, Braun, Busch, Dietrich, Engel, Fischer
    Frank, Friedrich, Fuchs, Graf, Groß, Günther, Haas, Hahn, Hartmann, Heinrich, Herrmann, Hoffmann, Hofmann
    Huber, Jäger, Jung, Kaiser, Kaya, Keller, Klein, Koch, Köhler, König, Krämer, Krause, Krüger, Kühn, Lang
    Lehmann, Lorenz, Ludwig, Maier, Martin, Meyer, Möller, Müller, Neumann, Nowak, Otto, Peters, Pfeiffer, Pohl
    Richter, Roth, Sauer, Schäfer, Schmidt, Schmitz, Schneider, Scholz, Schröder, Schulz, Schuster, Schwarz
    Seidel, Simon, Sommer, Stein, Thomas, Vogel, Vogt, Wagner, Walter, Weber, Weiß, Werner, Winter, Wolf, Yıldız
    Ziegler, Zimmermann

    [words companies]
    Adler, Ahorn, Alpenblick, Anker, Birke, Brücke, Eiche, Elbe, Falke, Feldberg, Fichte, Hansa, Kompass
    Kranich, Kupfer, Leuchtturm, Linde, Merkur, Morgenrot, Neckar, Nordstern, Polar, Quelle, Rhein, Saturn
    Silberbach, Sonnenhof, Spree, Tanne, Ufer, Weser, Zeder

    [words companyKinds]
    AG, GmbH, GmbH & Co. KG, KG, Technik GmbH, Werke AG, Verlag GmbH, Handels GmbH, Logistik AG, eG

    [words adjectives]
    Abend, Alt, Berg, Feuer, Garten, Gold, Herbst, Hoch, Kirsch, Klein, Küsten, Licht, Linden, Mond, Moor
    Morgen, Nebel, Neu, Nord, Ost, Regen, Rosen, Schnee, See, Silber, Sommer, Sonnen, Stein, Stern, Sturm, Süd
    Tal, Wald, Weiß, West, Wiesen, Wind, Winter

    [words nouns]
    anker, bach, berg, blick, brücke, burg, dorf, feder, feld, fels, fenster, garten, glanz, hafen, haus, heide
    hof, hügel, insel, klang, kompass, kranz, land, licht, mühle, pfad, quelle, reise, ruf, spiegel, steg
    strand, tor, turm, ufer, wiese, wolke, zeit

    [words categories]
    Architektur, Bildung, Bücher, Design, Film, Finanzen, Fotografie, Garten, Geschichte, Gesundheit, Haushalt
    Kochen, Kultur, Kunst, Mode, Musik, Nachrichten, Natur, Politik, Reisen, Software, Spielzeug, Sport, Technik
    Theater, Wirtschaft, Wissenschaft, Möbel, Leuchten, Küche, Schreibwaren, Taschen, Schuhe, Spiele, Haustiere

    [words jobs]
    Apothekerin, Architekt, Bauingenieurin, Bibliothekar, Biologin, Buchhalter, Designerin, Elektriker
    Entwicklerin, Fotograf, Geologin, Geschäftsführer, Journalistin, Koch, Köchin, Krankenpfleger, Lehrerin
    Ökonom, Produktleiterin, Projektleiter, Redakteurin, Softwareentwickler, Systemadministratorin, Tischler
    Übersetzerin, Verkaufsleiter, Wissenschaftlerin

    [words departments]
    Buchhaltung, Einkauf, Entwicklung, Forschung, Gestaltung, Kundendienst, Marketing, Personal, Recht, Vertrieb
    Logistik, Qualitätssicherung, Sicherheit, Kommunikation, Gebäude, Ausbildung, Controlling, Produktion
    Datenschutz, Planung, Unternehmensentwicklung, Lager, Empfang, Revision

    [words colours]
    bernstein/ffbf00, blau/1f6feb, braun/8b5e3c, cyan/00b8d9, dunkelrot/800000, gelb/ffd60a, gold/e3b341
    grau/6e7781, grün/2da44e, indigo/4b0082, karmesin/dc143c, koralle/ff7f50, lavendel/b57edc, limette/a4c639
    magenta/d4449c, marine/001f54, oliv/808000, orange/fb8500, rosa/ff8fab, rot/cf222e, schwarz/111111
    silber/c0c0c0, türkis/40e0d0, violett/7f00ff, weiß/ffffff

    [words streets]
    Ahorn, Bahnhof, Berg, Birken, Blumen, Brücken, Buchen, Burg, Eichen, Feld, Garten, Goethe, Haupt, Kirch
    Lessing, Linden, Markt, Mozart, Mühlen, Park, Post, Ring, Rosen, Schiller, Schul, Sonnen, Tal, Ulmen, Wald
    Wiesen

    [words streetKinds]
    allee, gasse, platz, straße, weg, ring

    [words genres]
    Abenteuer, Animation, Biografie, Blues, Dokumentation, Drama, Fantasy, Folk, Historienfilm, Horror, Jazz
    Klassik, Komödie, Krimi, Musical, Pop, Romanze, Satire, Soul, Thriller, Western, Elektronik

    [words animals]
    Adler, Bär, Biber, Dachs, Eule, Fuchs, Hase, Igel, Kranich, Luchs, Otter, Reh, Schwan, Storch, Wolf
    Zaunkönig, Frosch, Maulwurf, Rabe, Falke, Hirsch, Eichhörnchen, Robbe, Schwalbe

    [words weekdays]
    Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag

    [words months]
    Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember

    [words prefixes]
    Dr., Frau, Herr, Prof. Dr.

    [words navigation]
    Startseite, Über uns, Aktuelles, Hilfe, Karriere, Kontakt, Preise, Produkte, Team

    [words callsToAction]
    Jetzt kaufen, Kontakt aufnehmen, Jetzt starten, Mehr erfahren, Anmelden, Ausprobieren
    """#
}
