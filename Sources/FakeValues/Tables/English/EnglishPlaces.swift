extension WordFiles {
  static let englishPlaces = #"""
    # Places to stay and journeys.

    [words stayName]
    Harbor, Garden, Station, Old Mill, Lakeside, Hillside, Courtyard, Lighthouse, Orchard, Riverside, Corner
    Market Square, Bay View, Cloister, Vineyard, Birch Grove, Canal, Observatory, Promenade, Rose Garden

    [words stayKind]
    Hotel, Inn, Guesthouse, Lodge, Suites, Rooms, House, Retreat

    [words roomName]
    Aspen, Birch, Cedar, Dahlia, Elm, Fern, Hazel, Iris, Juniper, Larch, Maple, Oak, Poplar, Rowan, Sycamore
    Willow

    [words placeThings]
    the breakfast, the view, the bed, the staff, the location, the bathroom, the balcony, the garden
    the check-in, the terrace, the wifi, the quiet street

    [words placeKind]
    mill, school, post office, warehouse, monastery, sail loft, railway station, bakery, brewery, town hall

    [names mission]
    {vehicles} {digits}
    {vehicles} {season} Flight
    Journey to {placeStarts}{placeMiddles}{placeEnds}
    {vehicles} Demo {digits}
    Return to {placeStarts}{placeMiddles}{placeEnds}
    Round Trip {placeStarts}{placeMiddles}{placeEnds}

    [names hotel]
    {stayName} {stayKind}
    The {stayName} {stayKind}
    {stayKind} at the {stayName}
    The Old {stayName} {stayKind}

    [names room]
    {roomName} Room
    {roomName} Suite
    Room {roomName}
    {roomName} {digits}

    [prose place]
    A quiet place a few minutes from the station.
    The rooms look out on the garden or the old harbor.
    Small, bright, and run by the same family for three generations.
    Breakfast is served until eleven, outside if the weather allows.
    It is a good base for walks along the coast.
    The building is a former {placeKind}, carefully restored.
    Here you hear little more than the birds in the morning.
    In the middle of the old town, and still calm at night.
    Every room has a desk, fast wifi, and a comfortable bed.
    It was renovated last year, and the wood still smells new.
    From the roof terrace you see the whole bay.
    The trail into the hills starts right behind the house.
    Guests come back for the kitchen and the view.
    Once a {placeKind}, today a house full of light.
    Families like the large garden and the short way to the beach.
    The market is around the corner, and the museum across the street.
    + Bicycles are free for guests.
    + Check-in is possible until midnight.
    + Dogs are welcome.
    + The tram stops in front of the door.
    + There is space for up to four people.
    + The kitchen uses vegetables from the region.
    + Parking is behind the house.
    + In winter there is a fire in the lounge.
    + All rooms are free of stairs.
    + Ask at the desk for the key to the rowing boat.
    + The sauna opens in the evening.
    + Blackout curtains make late mornings easy.
    + The next supermarket is two minutes away.
    + Towels and linen are included.
    + A cot is available on request.
    + The courtyard is the best place for a late coffee.
    + You can store your luggage after check-out.
    + Maps of the best walks hang in the hall.
    + The staff speak several languages.
    + The upper floors have a small balcony.
    + Groups should book well in advance.
    + It is closed for three weeks in January.
    + Sunset is best from the west side.
    + Coffee and tea are always free.

    [prose room]
    A bright room with windows on two sides.
    Quiet, on the inner courtyard.
    The room is on the top floor and has a sloping ceiling.
    Small, but with everything that is needed.
    The largest room of the house.
    Freshly painted, with a wooden floor.
    A corner room with morning sun.
    Space for eight people around one table.
    A calm room with good light.
    It has a door to the terrace.
    Renovated two years ago.
    The room has its own entrance.
    Next to the stairs and easy to find.
    A long room with high windows.
    It was once the library.
    Simple, clean, and cool in summer.
    + A screen hangs on the long wall.
    + The window can be opened.
    + There is a wardrobe with a mirror.
    + Curtains make it dark enough for films.
    + The desk can be raised.
    + Wheelchair access is through the east door.
    + It has four sockets and fast wifi.
    + The chairs can be stacked.
    + Please close the window when you leave.
    + Heating starts at seven.
    + A whiteboard with pens is there.
    + Water is on the sideboard.
    + The key is at the front desk.
    + It can be divided by a curtain.
    + The light adjusts itself.
    + Cleaning is before eight.
    + The lamp by the door turns everything off.
    + It is directly next to the kitchen.
    + Furniture can be moved.
    + It is also suitable for calls.
    + There are hooks behind the door.
    + The view is of two old lime trees.
    + Plants are watered on Mondays.
    + No food, please.

    [prose journey]
    The route of {name} is longer than planned, but safer.
    {Name} begins before sunrise.
    For {name}, everything depends on the weather.
    The crew of {name} has trained for two years.
    {Name} carries two instruments and a camera.
    The preparations for {name} are complete.
    {Name} takes eleven days.
    The goal of {name} is to return with good data.
    {Name} follows an old trade route.
    The first stage of {name} went well.
    On board of {name}: seven people and enough coffee.
    {Name} was postponed twice because of the wind.
    {Name} is the third of its kind.
    What {name} brings back will be shown in a museum.
    {Name} is watched from four stations.
    It is the last chance for {name} this season.
    + The window is only forty minutes long.
    + All systems have been checked.
    + Contact is lost for nine minutes, as expected.
    + The return is planned for the end of the month.
    + The maps have been updated.
    + A second team stands by.
    + The load is lighter than last time.
    + Each leg takes about six hours.
    + The nights are cold, the days are clear.
    + Pictures will be published every evening.
    + There are two stops along the route.
    + The budget covers one repeat.
    + The log is public.
    + Supplies last for three weeks.
    + The landing is the hardest part.
    + Not everything went according to plan.
    + The weather report is good.
    + Two members take part for the first time.
    + The equipment weighs less than forty kilograms.
    + The last ten miles are on foot.
    + Local guides know a shorter way.
    + Sleep is planned in shifts.
    + The results surprised everyone.
    + Afterwards there is a break of a year.
    """#
}
