extension WordFiles {
  static let commonWords = #"""
    # Words and names that are the same in every locale.

    [words vehicles]
    Aquila, Cygnus, Draco, Halcyon, Kestrel, Lyra, Mistral, Orion, Peregrine, Phoenix, Vega, Zenith

    [words cloudRegions]
    ap-northeast-1, ap-south-1, ap-southeast-1, ap-southeast-2, ca-central-1, eu-central-1, eu-north-1
    eu-west-1, eu-west-2, eu-west-3, sa-east-1, us-east-1, us-east-2, us-west-1, us-west-2

    [words states]
    active, archived, draft, open, pending, published

    [words varieties]
    basic, classic, compact, custom, extended, light, premium, pro, standard

    [words sizes]
    XS, S, M, L, XL

    [words emoji]
    🎉, 🌿, 🚀, 🐙, 🍋, ⭐️, 🎈, 🌊, 🔥, 🦊, 🍀, 🎸

    [words placeStarts]
    Al, Bel, Cor, Dal, El, Fen, Gal, Hal, Is, Kar, Lor, Mar, Nor, Or, Pal, Sil, Tar, Val, Ver, Zan

    [words placeMiddles]
    a, an, ba, da, do, en, i, la, ma, na, o, ra, ri, ta, ve

    [words placeEnds]
    dor, gard, holm, land, mark, mere, mont, nia, ria, stan, thal, via

    [words digits]
    1, 2, 3, 4, 5, 6, 7, 8, 9

    [words codeAreas]
    login, search, checkout, sign-up, settings, dashboard, invoices, password-reset, uploads, notifications
    date-picker, import, activity-feed, billing, addresses, api-client, map, calendar, user-menu, profile
    comments, previews, onboarding, audit-log, reports, navigation, payments, teams, webhooks, caching

    [words codeFaults]
    timeout, crash, memory-leak, race-condition, typo, flicker, rounding, empty-state, time-zone, encoding
    sort-order, dark-mode, focus, retry, null-check, validation

    [words codeChores]
    bump-dependencies, clean-up, remove-dead-code, split-module, faster-tests, docs, logging, metrics, rename
    types, error-messages, flaky-test

    [words codeNames]
    atlas, beacon, compass, drift, ember, fable, gantry, harbor, inkwell, juniper, kiln, lantern, meridian
    nimbus, orbit, pebble, quill, relay, sextant, tern, umbra, vellum, willow, yarrow, zephyr

    [words codeKinds]
    cli, core, api, sdk, server, client, kit, docs, ui, tools, web, mobile

    [words codeThings]
    cache, csv, dates, errors, forms, graph, http, icons, json, keys, logs, markdown, money, palette, queue
    router, schema, tasks, tests, tokens

    [names branch]
    fix/{codeAreas}-{codeFaults}
    feature/{codeAreas}
    fix/{codeFaults}-in-{codeAreas}
    chore/{codeChores}
    feature/{codeAreas}-v{digits}
    refactor/{codeAreas}
    docs/{codeAreas}
    hotfix/{codeAreas}-{codeFaults}
    feature/new-{codeAreas}
    test/{codeAreas}-{codeFaults}

    [names repository]
    {codeNames}-{codeKinds}
    {codeThings}-{codeKinds}
    {codeNames}
    {codeNames}-{codeThings}
    swift-{codeThings}
    {codeThings}-toolbox
    awesome-{codeThings}
    {codeThings}.js
    go-{codeThings}
    {codeNames}-website

    [names license]
    MIT License
    Apache License 2.0
    BSD 3-Clause "New" or "Revised" License
    GNU General Public License v3.0
    Mozilla Public License 2.0
    BSD 2-Clause "Simplified" License
    GNU Lesser General Public License v3.0
    The Unlicense
    ISC License
    GNU Affero General Public License v3.0
    Boost Software License 1.0
    Eclipse Public License 2.0
    Creative Commons Zero v1.0 Universal
    zlib License
    Artistic License 2.0
    GNU General Public License v2.0
    European Union Public License 1.2
    MIT No Attribution
    Microsoft Public License
    Creative Commons Attribution 4.0 International
    PostgreSQL License
    SIL Open Font License 1.1
    University of Illinois/NCSA Open Source License
    BSD Zero Clause License

    [names codeLanguage]
    Swift
    TypeScript
    Python
    Rust
    Go
    Kotlin
    Java
    C++
    Ruby
    C
    JavaScript
    Elixir
    Haskell
    Scala
    C#
    PHP
    Dart
    Shell
    HTML
    CSS
    Clojure
    Lua
    Zig
    OCaml
    Erlang
    Julia
    R
    Perl
    F#
    SQL

    [names label]
    bug
    enhancement
    documentation
    good first issue
    help wanted
    question
    duplicate
    needs design
    performance
    security
    accessibility
    regression
    blocked
    dependencies
    breaking change
    refactoring
    flaky test
    needs triage
    wontfix
    area: api
    area: ui
    area: cli
    priority: high
    priority: low

    [names vehicle]
    {vehicles} {digits}

    [names place]
    {placeStarts}{placeMiddles}{placeEnds}
    """#
}
