extension WordFiles {
  static let englishTalk = #"""
    # Comments, messages and reviews.

    [words things]
    the plan, the draft, the schedule, the second part, the list, the summary, the budget, the invitation
    the agenda, the new version, the first result, the location, the date, the seating plan

    [names review]
    Exactly what I needed
    Good, with one flaw
    Better than expected
    Good after a slow start
    Would buy again
    A solid choice
    Great value
    Not perfect, but close
    I like {thing}
    Surprised by {thing}
    Does what it should
    Almost perfect
    Five months later
    Worth the price
    Fine, but {thing} could be better
    A pleasant surprise
    A small surprise
    My second one
    Simple and good
    Mixed feelings about {thing}
    Recommended
    Even better in person
    Perfect as a gift
    Nothing to complain about

    [names comment]
    Question about {things}
    Addition to {things}
    About {things}
    A thought on {things}
    Correction to {things}

    [names message]
    About {things}
    Question about {things}
    Can you look at {things}?
    {Things} for Thursday
    News on {things}
    Reminder: {things}
    Thank you for {things}
    Change to {things}
    {Things}, final version
    Your opinion on {things}

    [prose review]
    I have used it every day for three months, and it still looks new.
    Exactly as described, and it arrived a day early.
    I was not sure about {thing}, but now I would not want to miss it.
    {Thing} is better than I expected.
    The first impression was good, the second even better.
    I bought it as a gift, and it was a complete success.
    For the price there is nothing to complain about.
    {Thing} could be better, but everything else is fine.
    This was my second try, and this time everything was right.
    I compared four of them before I decided on this one.
    It does what it should, no more and no less.
    Only {thing} did not convince me right away.
    My family likes it, which says a lot.
    I hesitated for a long time, without a reason.
    Not cheap, but worth it.
    It took a while to get used to it, then I was happy.
    {Thing} was not what I had in mind, but now I like it.
    A friend recommended it, and she was right.
    At first I was skeptical.
    The pictures do not do it justice.
    I would give it half a star more if I could.
    Good idea, but {thing} needs more care.
    After a year of use I can say: buy it.
    It is a little smaller than I thought.
    + {Thing} deserves special praise.
    + I only have a small complaint about {thing}.
    + Customer service answered within an hour.
    + I would choose it again at any time.
    + For this price, {thing} is really good.
    + The only thing I miss is a larger version.
    + Next time I would choose another color.
    + I have already recommended it to two colleagues.
    + It does need a little patience at the beginning.
    + Everything went smoothly from order to delivery.
    + I will update this review after the winter.
    + The competition is not better.
    + A clear recommendation.
    + Whether it lasts remains to be seen.
    + I returned the first one, the second is perfect.
    + {Thing} makes the difference.
    + That is why there is one star less.
    + You get what you pay for.

    [prose comment]
    Thanks, that was helpful.
    I agree, especially with the part about {thing}.
    Could you say a little more about {thing}?
    I see it differently: {thing} should come first.
    We tried the same thing last year, and it worked.
    Looks good to me.
    I have a question about {thing}.
    Small correction: the date in the second paragraph is wrong.
    This is the best explanation I have seen so far.
    I would leave {thing} as it is.
    Is there a reason for {thing}?
    Good point, I had not thought of that.
    I tested it this morning, and everything works.
    Can we talk about {thing} tomorrow?
    Please take another look at {thing}.
    That was exactly my experience.
    I am not convinced yet.
    Let me check this and come back to you.
    The link does not work for me.
    Nice work, and so quickly!
    I would love to see an example.
    What happens if we change {thing}?
    Someone should write this down.
    I had the same question.
    It took me a while to understand {thing}, but now it is clear.
    Could we do this in two steps?
    Perhaps a picture would help here.
    I added a note about {thing}.
    My numbers are a little different.
    Let's wait until Monday.
    This is related to what we discussed last week.
    I like {thing} better now.
    One detail is missing: who does it?
    Done, please have a look.
    Sorry for the late reply.
    Agreed, let's do it like that.
    I would not worry about {thing}.
    Why not both?
    It is shorter now, and easier to read.
    For the record: we decided against it in spring.
    {Thing} was new to me, thanks.
    That solved it, thank you!
    + What do you think?
    + Otherwise it looks fine.
    + I can help if you like.
    + No need to answer today.
    + Everything else is clear.
    + That would make it easier for everyone.
    + I will take another look tonight.
    + Or did I miss something?

    [prose message]
    Hi, do you have a minute to talk about {thing}?
    I just sent you the updated file.
    Can we move our call to Thursday?
    Thanks for {thing}, it helped a lot.
    I am running ten minutes late.
    Did you see the note about {thing}?
    Let me know if the time does not work for you.
    The train is on time, see you at six.
    Could you check {thing} before the end of the day?
    Good news: they said yes!
    I will be out of the office until Monday.
    Who is bringing {thing}?
    Where did we put {thing}?
    Great, then let's do it like that.
    I left the keys at the front desk.
    Please reply by tomorrow noon.
    How was your weekend?
    Attached you find {thing}.
    I have booked a table for four.
    Sorry, I only read your message now.
    There is a small change to {thing}.
    Call me when you get there.
    The meeting is in the large room today.
    I forgot to mention {thing}.
    Happy birthday! Cake is in the kitchen.
    Do you still need {thing}?
    We are almost done, only {thing} is missing.
    The package arrived this morning.
    Can someone take over my shift on Friday?
    I will bring coffee.
    That sounds like a good plan.
    Just a reminder about {thing}.
    It is raining, so we are meeting inside.
    What do you think of {thing}?
    I will send you the numbers tonight.
    The printer works again.
    Thank you for coming yesterday.
    Could you forward me the invitation?
    No hurry, next week is fine.
    I talked to the others about {thing}, and they agree.
    See you tomorrow at nine.
    + Best wishes from all of us.
    + Just let me know.
    + Thanks in advance!
    + I am free all afternoon.
    + No hurry.
    + Have a good evening.
    + See you soon.
    + Then we can decide tomorrow.
    We need one more chair.
    """#
}
