"""110 launches, made by rules. Of the real ones they have the ids, where the pages end, and numbers 25 and 110."""

from __future__ import annotations

from dataclasses import dataclass

COUNT = 110

# The times of some flights, in seconds since 1970; the others lie evenly between them. A time is the launch's cursor.
# 109 and 105 have the same, so that a page that ends with 105 is followed by one that begins behind 109.
KNOWN_TIMES = {
    1: 1143239400,
    11: 1380470400,
    31: 1466000940,
    51: 1513352160,
    71: 1543861920,
    91: 1583556631,
    105: 1603553460,
    110: 1607271420,
}
COLLIDING = {109: 105}

SITES = ["CCAFS SLC 40", "KSC LC 39A", "VAFB SLC 4E"]
SERIES = ["Lantern", "Meridian", "Polaris Relay", "Tern", "Cargo Run", "Halo Survey", "Quill"]


@dataclass(frozen=True)
class Launch:
    id: str
    cursor: str
    site: str
    mission: str
    small_patch: str | None
    large_patch: str | None
    rocket_id: str
    rocket_name: str
    rocket_type: str


def time_of(flight: int) -> int:
    if flight in COLLIDING:
        flight = COLLIDING[flight]
    if flight in KNOWN_TIMES:
        return KNOWN_TIMES[flight]
    before = max(known for known in KNOWN_TIMES if known < flight)
    behind = min(known for known in KNOWN_TIMES if known > flight)
    span = KNOWN_TIMES[behind] - KNOWN_TIMES[before]
    return KNOWN_TIMES[before] + span * (flight - before) // (behind - before)


def rocket_of(flight: int) -> tuple[str, str, str]:
    if flight <= 5:
        return "falcon1", "Falcon 1", "Merlin A" if flight <= 2 else "Merlin C"
    if flight in (55, 77, 81):
        return "falconheavy", "Falcon Heavy", "FT"
    return "falcon9", "Falcon 9", "v1.0" if flight <= 10 else "v1.1" if flight <= 24 else "FT"


def launch(flight: int) -> Launch:
    site = "Kwajalein Atoll" if flight <= 5 else SITES[flight * flight % 7 % 3]
    mission = f"{SERIES[flight % len(SERIES)]} {flight // len(SERIES) + 1}"
    patches: list[str | None] = [f"https://patches.example/{flight:03}-{size}.png" for size in ("small", "large")]
    if flight % 12 == 0:
        patches = [None, None]
    match flight:
        case 25:
            site, mission = "CCAFS SLC 40", "OG-2 Mission 2"
            patches[1] = "https://images2.imgbox.com/65/a5/8iNE9T6Y_o.png"
        case 110:
            site, mission = "KSC LC 39A", "CRS-21"
            patches[0] = "https://imgur.com/jHNFSY6.png"
    return Launch(str(flight), str(time_of(flight)), site, mission, *patches, *rocket_of(flight))


# The latest flight first, as the server lists them.
LAUNCHES = [launch(flight) for flight in range(COUNT, 0, -1)]
BY_ID = {launch.id: launch for launch in LAUNCHES}


def page(size: int | None, after: str | None) -> list[Launch]:
    """A page as the server cuts it: behind the first launch that has the cursor, at the beginning where none has it."""
    size = 20 if size is None else size
    if size < 1:
        return []
    place = next((place for place, launch in enumerate(LAUNCHES) if after and launch.cursor == after), -1)
    return LAUNCHES[place + 1 :][:size]
