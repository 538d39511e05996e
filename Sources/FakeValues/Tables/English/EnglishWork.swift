extension WordFiles {
  static let englishWork = #"""
    # Tasks, issues, changes and commits of software.

    [words area]
    login page, checkout, search, CSV export, sign-up form, settings page, dashboard, invoice view
    password reset, image upload, notification list, date picker, import wizard, activity feed, billing page
    address form, API client, map view, calendar sync, user menu, profile editor, comment box, file preview
    welcome tour, audit log, report builder, mobile menu, payment step, team page, webhook queue

    [words fault]
    timeout, memory leak, crash, race condition, layout shift, broken link, missing translation, slow query
    wrong time zone, duplicate entry, stale cache, rounding error, flicker, lost draft, dead button
    double request, blank screen, truncated label, wrong sort order, validation error

    [words trigger]
    after logging out, on slow connections, with two tabs open, in dark mode, on small screens
    after the second try, for users without a photo, when offline, with a thousand rows
    in right-to-left languages, after midnight, for new accounts, with a screen reader, on the first visit
    in private windows, with an expired session

    [words goal]
    keyboard shortcuts, an undo button, dark mode, a loading state, better error messages, a bulk action
    tooltips, pagination, an empty state, a print view, offline support, filters, a second language, unit tests
    an audit trail, rate limits

    [words workThings]
    the login page, the checkout, the search, the export, the settings page, the dashboard, the import
    the test plan, the migration, the error message, the release, the feature flag, the API, the mobile view
    the cache, the second commit, the naming, the fallback, the upgrade, the documentation

    [names task]
    Add {goal} to the {area}
    Write tests for the {area}
    Review the copy on the {area}
    Update the docs for the {area}
    Prepare the {area} for the release
    Replace the old {area}
    Ask support about the {area}
    Measure how fast the {area} loads
    Fix the {fault} in the {area}
    Plan {goal} for the {area}
    Translate the {area}
    Clean up the {area}
    Design {goal} for the {area}
    Check the {area} {trigger}

    [names issue]
    {Area} shows a {fault} {trigger}
    {Fault} in the {area}
    The {area} is slow {trigger}
    Cannot use the {area} {trigger}
    {Area} does not respond {trigger}
    Regression: {fault} in the {area}
    {Area} loses its state {trigger}
    Request: {goal} in the {area}
    Unexpected {fault} {trigger}
    {Area} should have {goal}
    {Area} ignores the language setting {trigger}
    Misleading error on the {area} {trigger}

    [names pullRequest]
    Fix {fault} in the {area}
    Add {goal} to the {area}
    Refactor the {area}
    Make the {area} faster {trigger}
    Remove the old {area}
    Cover the {area} with tests
    Prevent a {fault} {trigger}
    Move the {area} to the new API
    Document the {area}
    Handle errors in the {area} {trigger}

    [names commit]
    Fix {fault} in the {area}
    Add {goal} to the {area}
    Remove unused code from the {area}
    Rename variables in the {area}
    Cover the {area} with tests
    Avoid a {fault} {trigger}
    Simplify the {area}
    Update translations of the {area}
    Log errors of the {area}
    Revert "Simplify the {area}"

    [prose work]
    The {area} shows a {fault} {trigger}.
    {Trigger}, the {area} ends in a {fault}.
    Several customers reported a {fault} in the {area}.
    We want {goal} in the {area} before the next release.
    Since the last deploy, the {area} has had a {fault}.
    This came up while testing the {area} {trigger}.
    Support keeps getting questions about the {area}.
    The {area} works, but not {trigger}.
    People expect {goal} here, as in the rest of the app.
    The {area} is the last part without {goal}.
    The logs mention the {area} about twice a day.
    The first version of the {area} was built in a hurry, and it shows.
    Our analytics say that one in five users gives up at the {area}.
    This replaces the workaround for the {fault} in the {area}.
    The design for the {area} is ready, and it includes {goal}.
    In the last user test, no one found the {area} {trigger}.
    The {area} needs {goal} so that the beta can start.
    + Steps: open the {area}, wait a few seconds, then reload.
    + It happens {trigger}.
    + A clear message is the least that people expect.
    + The cause seems to be the cache in front of the {area}.
    + A screenshot and the log are attached.
    + I could reproduce it in three browsers.
    + The tests for the {area} did not catch this.
    + The fix should be small, but it needs a test.
    + Please check the {area} {trigger}, too.
    + Out of scope: everything outside of the {area}.
    + The change is behind a feature flag.
    + No migration is necessary.
    + Design and copy have been approved.
    + Rolling back is safe at any time.
    + Done when the {area} works {trigger}.
    + Half of the work is tests.
    + The old behavior stays available for one more release.
    + Numbers before and after are in the linked document.
    + We agreed on this in the last planning meeting.
    + If it takes longer than two days, we split it.
    + Documentation will follow in a separate change.
    + Someone from support should try it before we ship.
    + The remaining question is what happens {trigger}.
    + Until then, reloading the page helps.
    """#
}
