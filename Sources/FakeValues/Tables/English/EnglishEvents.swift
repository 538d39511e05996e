extension WordFiles {
  static let englishEvents = #"""
    # Events, talks, courses and visits.

    [words events]
    Conf, Summit, Days, Meetup, Forum, Camp, Fest, Week

    [words eventTheme]
    Type Design, Urban Gardening, Open Data, Jazz, Street Food, Robotics, Local History, Sustainable Building
    Independent Film, Coffee, Night Sky, Public Transit, Ceramics, Board Games, Choir Music, Cycling
    Science for Kids, Web Performance, Documentary, Poetry, Accessibility, Repair, Climate, Photography, Bread

    [words eventPlace]
    by the River, in the Park, at the Harbor, at the Old Factory, under the Bridge, at the Library, on the Hill
    Downtown

    [words season]
    Spring, Summer, Autumn, Winter

    [words skill]
    Watercolor, Spanish for Beginners, Bread Baking, Data Analysis, Public Speaking, Woodworking, First Aid
    Photography, Music Theory, Swift, Creative Writing, Yoga, Bookkeeping, Chess, Interface Design, Statistics
    Sewing, Sign Language, Astronomy, Project Planning, Bicycle Repair, Machine Learning, Vegetable Gardening
    Typography

    [words level]
    Introduction, Basics, Refresher, Advanced, In Depth, Evening Class, Weekend Class, For Teachers

    [words reasonFor]
    Follow-up visit, Annual check-up, Vaccination, Blood test, Sore throat, Back pain, Skin rash, Migraine
    Knee pain, Travel advice, Allergy test, Blood pressure check, Sleep problems, Ear infection, Wound check
    Eye examination, Prescription renewal, Ultrasound, Stomach pain, Physical therapy, Persistent cough
    Sports injury, Dental cleaning, Second opinion

    [names event]
    {EventTheme} {events}
    {EventTheme} {eventPlace}
    {Season} {EventTheme} {events}
    {EventTheme} Night
    {season} {events} of {eventTheme}
    {EventTheme} for Everyone

    [names talk]
    What we learned about {topics}
    {Topics} without tears
    Rethinking {topics}
    {Topics} in practice
    The hidden cost of {topics}
    {Topics} at scale
    From zero to {topics}
    {Topics}: questions and answers
    A new look at {topics}
    The past and the future of {topics}

    [names course]
    {Skill}: {level}
    {Skill} in Ten Weeks
    {Skill} Step by Step
    {Level}: {skill}
    {Skill} from Scratch
    Hands-On {skill}

    [names visit]
    {reasonFor}

    [prose occasion]
    {Name} is for everyone who wants to learn something new.
    We start with a short introduction and then work in groups.
    Join us for {name}.
    {Name} brings together beginners and experts.
    No experience is necessary, only curiosity.
    This is the third time that we are doing this.
    Two hours, three speakers, and plenty of time for questions.
    What began as a small meeting has become a tradition.
    {Name} takes place in a relaxed setting.
    Bring a friend, a notebook, and good shoes.
    In small groups, you try everything yourself.
    The number of places is limited to thirty.
    This time the focus is on practical examples.
    We look back at the past year and plan the next.
    From theory to practice in one day.
    For many of us this is the best day of the year.
    + Doors open half an hour before.
    + Coffee and cake are included.
    + All materials are provided.
    + There will be a recording for those who cannot come.
    + Children are welcome.
    + Please register by the end of the month.
    + The room is accessible without stairs.
    + Afterwards we go to the place across the street.
    + Questions are welcome at any time.
    + If it rains, we meet inside.
    + The program will be published two weeks before.
    + You receive a certificate at the end.
    + Tickets are cheaper for students.
    + Each participant gets the slides.
    + A break of twenty minutes is planned.
    + Volunteers are still needed for the evening.
    + The last bus leaves at eleven.
    + Bring your own laptop.
    + We speak English, with translation on request.
    + Places are given in the order of registration.
    + Last year it was sold out in three days.
    + Lunch is vegetarian.
    + Photos will only be taken with permission.
    + The waiting list is open.

    [prose care]
    No complaints since the last visit.
    The symptoms began about two weeks ago.
    Feeling better, but still tired in the evening.
    Mild pain when climbing stairs.
    Results are within the normal range.
    Advised to rest for three days.
    Slept well, appetite is good.
    Take one tablet after breakfast.
    Blood pressure slightly raised, to be checked again.
    The wound is healing well.
    Started a new exercise program.
    No known allergies.
    Came in because of a cough at night.
    Drink plenty of water.
    The previous treatment was well tolerated.
    Wants to discuss the options.
    + Follow-up in six weeks.
    + Call if the pain returns.
    + Do not take it on an empty stomach.
    + Avoid heavy lifting until then.
    + The next blood test is in three months.
    + Stop and call us if a rash appears.
    + Bring the medication list next time.
    + A short walk every day is recommended.
    + The dose stays the same.
    + A referral was written.
    + Keep the bandage dry.
    + No alcohol during the treatment.
    + Results will be sent by mail.
    + The form for the insurance is attached.
    + Physical therapy twice a week.
    + Store it in a cool place.
    + Vaccination record is complete.
    + Please arrive ten minutes early.
    + Weight is unchanged.
    + Finish the whole package.
    + Cold compresses may help.
    + The family was informed.
    + Glasses may be necessary.
    + Nothing to eat after midnight before the test.
    """#
}
