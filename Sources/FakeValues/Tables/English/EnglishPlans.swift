extension WordFiles {
  static let englishPlans = #"""
    # Projects, milestones and repositories.

    [words codeTopic]
    parsing dates, reading large CSV files, drawing charts, validating forms, caching answers, sending mail
    resizing images, formatting money, storing secrets, running jobs, routing requests, merging branches
    checking links, rendering Markdown, searching logs, generating icons, comparing snapshots, sorting names
    syncing files, building command-line tools

    [words quarter]
    Q1, Q2, Q3, Q4

    [words theme]
    Faster Start, Self-Service Billing, Mobile Relaunch, Accessibility, Search That Finds, New Design System
    Data Export, Team Accounts, Fewer Support Tickets, Public API, Offline Mode, Single Sign-On
    Smarter Notifications, Payment Methods, Customer Portal, Platform Upgrade, Migration to the Cloud
    Onboarding, Internationalization, Privacy Review, Quality Week, Performance, Analytics, Marketplace

    [names milestone]
    {theme}
    {theme} {quarter}
    Beta of {theme}
    {theme}, Part {digits}

    [names project]
    {theme}
    {theme} {quarter}
    {theme} {digits}.0
    Pilot: {theme}

    [prose plan]
    By the end of the quarter, {name} should be in everybody's hands.
    {Name} has three goals, and the first one is to do less.
    The idea behind {name} came from a customer.
    {Name} replaces two older plans.
    We start {name} with a small group and extend it step by step.
    Everything that belongs to {name} is collected here.
    {Name} is on track.
    The first half of {name} is done.
    Without {name}, the next release makes little sense.
    The scope of {name} was cut in half, and that was right.
    {Name} needs two people for six weeks.
    For {name}, we work with three pilot customers.
    {Name} is the answer to last year's survey.
    The largest risk of {name} is the schedule.
    {Name} ends when support gets fewer calls.
    Four teams take part in {name}.
    + The kickoff was in March.
    + A prototype exists and has been tested twice.
    + The budget has been approved.
    + Open questions are in the linked list.
    + We review the progress every second Wednesday.
    + The design is finished, the copy is not.
    + It depends on one decision that is due next week.
    + The deadline is firm.
    + Nothing else is planned for these weeks.
    + Success means that no one notices the change.
    + Each step can be undone.
    + Two tasks were moved to the next quarter.
    + We measure before and after.
    + The first feedback is good.
    + A dry run is planned for Friday.
    + Training material will follow.
    + One part is still missing an owner.
    + The order of the steps may change.
    + Legal has agreed.
    + Afterwards we clean up for a week.
    + The summary goes to everybody on Mondays.
    + We learned a lot from the last attempt.
    + Costs are below the estimate.
    + Please add risks as soon as you see them.

    [prose code]
    A small library for {codeTopic}.
    Tools for {codeTopic}, without dependencies.
    A fast and simple way of {codeTopic}.
    Everything we use for {codeTopic}.
    {CodeTopic} made easy.
    Experiments in {codeTopic}.
    A command-line tool for {codeTopic}.
    The code behind our service for {codeTopic}.
    An opinionated approach to {codeTopic}.
    Type-safe {codeTopic}.
    Examples of {codeTopic}.
    The successor of our old scripts for {codeTopic}.
    A playground for {codeTopic}.
    Helpers for {codeTopic} on small machines.
    A reference implementation of {codeTopic}.
    Plugins for {codeTopic}.
    + Works on Linux, macOS, and Windows.
    + Contributions are welcome.
    + See the documentation for a quick start.
    + Used in production since version 2.
    + Tested with every push.
    + The API is stable.
    + Supports streaming.
    + Under active development.
    + No configuration is necessary.
    + Benchmarks are in their own folder.
    + Please report problems as issues.
    + Releases follow semantic versioning.
    + The core has fewer than 1,000 lines.
    + Requires nothing but the standard library.
    + Documentation is available in three languages.
    + Comes with a test suite of 800 cases.
    + Old versions get security fixes for a year.
    + It began as a weekend project.
    + Binaries are attached to each release.
    + Maintained by a team of four.
    + Breaking changes are announced in advance.
    + Ideal for teaching.
    + Reads and writes all common formats.
    + The changelog explains every change.
    """#
}
