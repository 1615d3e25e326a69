"""Vocabularies: names of people and places, things of the café, and invented words.

Lists are small; what makes the corpus large is their combination, and `coin`, which invents
words that occur nowhere else, so that copying is learned and not a list of names.
"""

from __future__ import annotations

from . import foreign
from .chance import Gen

FIRST = """Ana Tom Mira Jonas Aisha Wei Yuki Priya Omar Lena Mateo Ingrid Kofi Amara Sven Chloe Diego Fatima Hiro Nadia
Pavel Rosa Samir Tara Ulf Vera Wanda Xavier Yara Zane Abena Bruno Carla Dmitri Elif Farid Greta Hamza Ines Jamal Keiko
Liam Maya Noor Olga Pedro Quinn Ravi Sofia Tariq Uma Viktor Willa Ximena Yusuf Zora Akira Beatriz Cyrus Dalia Emil
Freya Goran Hana Igor Jun Kira Lars Meera Nils Oksana Paulo Rania Sanjay Thandi Usha Valentina Wren Yannick Zuri Arjun
Bilal Cosima Dara Esther Finn Gita Hugo Isla Joao Kwame Leila Milan Nora Otto Petra Rashid Signe Tomas Vikram Zofia
Adaeze Benedikt Camille Daiki Eero Fiona Gustavo Halima Ivo Jasmin Kamala Lorenzo Mbali Nikos Orla Pilar Rohan Selma
Teodor Umar Vesna Wassim Yelena Zahra Alma Boris Celeste Dorian Edith Felix Gloria Hector Irina Jakob Katya Luca Marta
Noah Oscar Philippa Rufus Stella Theo Violet Walter Agnes Basil Clara Dominic Elsa Fritz Hazel Ida Jasper Kai Lydia
Magnus Nina Olive Pia Ruth Simon Tessa Ursula Victor Winnie Zelda Naomi Aaron Bella Caleb Delia Ethan Faye Gavin Holly
Imani Joel Kendra Leo Mabel Nathan Opal Perry Roxy Seth Trudy Vince Wendy Yosef Tendai Sipho Anjali Minh Linh Soo-jin
Haruto Emeka Folasade Ngozi Tunde Malik Samira Layla Karim Rafael Luisa Joaquin Marisol Andrei Ioana Katarzyna Marek
Jana Radek Eszter Bence Siobhan Aoife Rhys Cerys Astrid Bjorn Soren Anneke Pieter Matthias Juliette Remi Giulia Enzo""".split()

LAST = """Pires Novak Okafor Tanaka Sharma Haddad Lindqvist Moreau Rossi Kim Nguyen Mensah Ivanova Kowalski Schmidt Garcia
Santos Yilmaz Berg Dubois Costa Fischer Hansen Ito Jansen Khan Larsen Mendes Nakamura Olsen Petrov Quist Reyes Silva
Takahashi Ueda Vargas Weber Xu Yamada Zimmer Abebe Bianchi Cohen Diallo Eriksen Farouk Gupta Horvat Iqbal Jovanovic
Kaya Lopez Mwangi Nair Ochoa Park Rahman Sato Torres Usman Vance Wong Yates Zhang Adeyemi Barros Chen Delgado Evans
Ferrari Grant Hughes Ismail Jensen Keller Laurent Marsh Nilsen Obi Popescu Quigley Rivera Saito Thorne Underhill Vogel
Whitfield Brewster Bean Cooper Baker Fisher Holloway Finch Marlow Sparrow Ashby Birch Crane Drake Elm Frost Hale Lake
Banerjee Castillo Dlamini Espinoza Fontaine Georgiou Hoang Ibrahim Karlsson Lefevre Molina Nkosi Oliveira Papadakis
Ramos Sorensen Toth Vasquez Wójcik Zulu Achterberg Bakshi Chowdhury Duarte Engel Fuentes Gallo Hoffmann""".split()

CITIES = [c.strip() for c in """Boston, Lisbon, Oslo, Nairobi, Kyoto, Lima, Wellington, Prague, Cairo, Mumbai, Toronto, Denver,
Chicago, Seattle, Berlin, Madrid, Rome, Vienna, Athens, Dublin, Helsinki, Warsaw, Budapest, Bucharest, Sofia, Zagreb,
Tallinn, Riga, Vilnius, Reykjavik, Porto, Seville, Valencia, Lyon, Marseille, Naples, Turin, Bologna, Ghent, Utrecht,
Hamburg, Munich, Leipzig, Zurich, Geneva, Krakow, Gdansk, Bergen, Malmo, Aarhus, Tampere, Glasgow, Cardiff, Leeds,
Bristol, Cork, Galway, New York, Los Angeles, San Francisco, San Diego, Portland, Austin, Dallas, Houston, Atlanta,
Miami, Memphis, Nashville, Detroit, Cleveland, Omaha, Tulsa, Phoenix, Tucson, Albuquerque, Salt Lake City, Boise,
Spokane, Anchorage, Honolulu, Vancouver, Calgary, Montreal, Halifax, Mexico City, Guadalajara, Bogota, Quito, Cusco,
La Paz, Santiago, Buenos Aires, Montevideo, Recife, Salvador, Accra, Lagos, Dakar, Tunis, Marrakesh, Addis Ababa,
Kampala, Kigali, Lusaka, Harare, Durban, Cape Town, Istanbul, Ankara, Beirut, Amman, Doha, Dubai, Muscat, Tehran,
Karachi, Lahore, Delhi, Jaipur, Chennai, Kolkata, Colombo, Dhaka, Kathmandu, Yangon, Bangkok, Hanoi, Da Nang, Manila,
Cebu, Jakarta, Bandung, Singapore, Kuala Lumpur, Taipei, Seoul, Busan, Osaka, Sapporo, Nagoya, Tokyo, Beijing,
Shanghai, Chengdu, Xian, Hong Kong, Ulaanbaatar, Almaty, Tashkent, Tbilisi, Yerevan, Baku, Perth, Adelaide, Brisbane,
Hobart, Darwin, Auckland, Dunedin, Suva, Buffalo, Columbus, Richmond, Savannah, Topeka, Fargo, Billings, Reno, Eugene,
Santa Fe, El Paso, Baton Rouge, St. Louis, Little Rock, Des Moines, Green Bay, Ann Arbor""".replace("\n", " ").split(",")]

DRINKS = [
    d.strip()
    for d in """espresso, double espresso, latte, oat milk latte, cappuccino, flat white, cortado, macchiato,
mocha, americano, filter coffee, cold brew, iced latte, iced coffee, hot chocolate, chai latte, matcha latte, green tea,
black tea, mint tea, lemonade, ginger tea, caramel latte, vanilla latte, hazelnut latte, lungo, ristretto, affogato,
Turkish coffee, pour-over, french press coffee, decaf latte, almond milk cappuccino, soy flat white, pumpkin latte,
honey latte, rose latte, Irish coffee, Vienna coffee, nitro cold brew, apple juice, earl grey, rooibos tea, babyccino,
lavender mocha, maple cortado, coconut cold brew, cinnamon cappuccino, white mocha, iced matcha, orange juice""".replace("\n", " ").split(
        ","
    )
]

BAKES = [
    d.strip() for d in """croissant, cinnamon roll, blueberry muffin, banana bread, cheese scone, bagel, almond cookie, brownie,
lemon tart, apple pie, carrot cake, pretzel, brioche, pain au chocolat, oat cookie, raisin bun, plum cake, cheesecake,
cardamom bun, rye toast, avocado toast, walnut loaf, date slice, poppy seed roll, shortbread, custard tart, waffle,
pecan pie, ginger biscuit, chocolate muffin, pumpkin scone, sesame ring, honey cake, fig roll, egg sandwich""".replace("\n", " ").split(",")
]

BREADS = [
    d.strip()
    for d in """sourdough, baguette, ciabatta, focaccia, rye bread, brioche, milk bread, naan, pita, challah, cornbread,
soda bread, pumpernickel, flatbread, banana bread, bagel, pretzel, multigrain, spelt bread, potato bread, olive bread,
walnut bread, garlic bread, tortilla, injera, lavash, chapati, steamed bun, whole wheat, oat bread, raisin bread""".replace(
        "\n", " "
    ).split(
        ","
    )
]

WINES = {
    "red": "Merlot,Pinot Noir,Cabernet Sauvignon,Malbec,Syrah,Tempranillo,Sangiovese,Nebbiolo,Zinfandel,Grenache,Barbera,Carmenere,"
    "Gamay,Mourvedre,Pinotage,Touriga Nacional,Blaufrankisch,Zweigelt,Montepulciano,Nero d'Avola,Primitivo,Dolcetto,Petit Verdot",
    "white": "Chardonnay,Riesling,Sauvignon Blanc,Pinot Grigio,Gewurztraminer,Viognier,Chenin Blanc,Albarino,Gruner Veltliner,"
    "Semillon,Verdejo,Vermentino,Muscadet,Fiano,Silvaner,Torrontes,Marsanne,Roussanne,Assyrtiko,Garganega,Furmint",
    "rosé": "Provence Rosé,White Zinfandel,Tavel,Rosado,Rosato,Pinot Noir Rosé,Grenache Rosé,Bandol Rosé",
    "sparkling": "Champagne,Prosecco,Cava,Cremant,Lambrusco,Sekt,Franciacorta,Asti,Pet-Nat",
}
ALL_WINES = [(name, kind) for kind, names in WINES.items() for name in names.split(",")]

JOBS = """pirate wizard knight baker librarian detective gardener sailor painter robot teacher nurse violinist farmer
blacksmith astronaut photographer mechanic poet ghost vampire chef postman clockmaker dragon tamer archer tailor
beekeeper fisherman magician geologist dancer drummer pilot plumber carpenter scholar merchant bard monk spy acrobat
ranger miner potter jeweller alchemist cartographer hunter cook student professor singer juggler florist""".replace(
    "dragon tamer", "dragon-tamer"
).split()

MOODS = """tired hungry sassy cheerful grumpy shy curious sleepy nervous proud bored lonely excited calm angry clumsy polite
rude friendly gloomy brave dreamy impatient generous jealous clever lazy mysterious witty forgetful loyal stubborn""".split()

COLOURS = "red blue green yellow orange purple pink black white grey brown teal crimson turquoise silver gold violet beige".split()
ANIMALS = "cat dog parrot rabbit turtle hamster goldfish ferret hedgehog owl fox goat donkey horse snake frog raven pigeon".split()
HOBBIES = [
    h.strip()
    for h in """chess, painting, hiking, gardening, knitting, fishing, reading, cycling, pottery, stargazing, swimming,
baking, photography, climbing, juggling, birdwatching, playing the violin, playing the drums, collecting stamps, surfing,
writing poems, building model ships, dancing, archery, running, yoga, old maps, crossword puzzles, card games""".replace("\n", " ").split(
        ","
    )
]

ONSETS = "b c d f g h j k l m n p r s t v w z br cr dr fl gr kr pl pr sh st th tr vl sk ch qu".split()
VOWELS = "a e i o u a e i o ai ea io oo ei au".split()
CODAS = ["", "", "", "n", "r", "l", "s", "m", "t", "k", "nd", "rn", "th", "x", "lt", "sk"]

NUMBER_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty""".split()
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()


def coin(gen: Gen, low: int = 2, high: int = 3) -> str:
    """An invented lower-case word: mostly of `low` to `high` syllables, else of pieces of the vocabulary."""
    if gen.chance(0.35):
        return foreign.pieced(gen).lower()
    return "".join(gen.pick(ONSETS) + gen.pick(VOWELS) + gen.pick(CODAS) for _ in range(gen.number(low, high)))


def bent(gen: Gen, name: str, often: float = 0.15) -> str:
    """The name, now and then with a letter changed, so that what is written counts and not what is usual."""
    if not gen.chance(often) or len(name) < 4 or not name.isalpha():
        return name
    at = gen.number(1, len(name) - 1)
    other = gen.pick("aeiouy") if name[at] in "aeiouy" else gen.pick("bcdfghklmnprstvwz")
    return name[:at] + gen.pick([other, other, other + name[at], ""]) + name[at + 1 :]


def first_name(gen: Gen) -> str:
    if gen.chance(gen.foreign):
        return foreign.part(gen, 0)
    return coin(gen).capitalize() if gen.chance(0.35) else bent(gen, gen.pick(FIRST))


def last_name(gen: Gen) -> str:
    if gen.chance(gen.foreign):
        return foreign.part(gen, 1)
    return coin(gen).capitalize() if gen.chance(0.35) else bent(gen, gen.pick(LAST))


def full_name(gen: Gen) -> str:
    if gen.chance(gen.foreign * 0.7):
        return foreign.long_name(gen)
    return f"{first_name(gen)} {last_name(gen)}"


def city(gen: Gen) -> str:
    if gen.chance(gen.foreign):
        return foreign.place(gen)
    if gen.chance(0.35):
        return gen.pick(["", "", "", "Port ", "New ", "Lake ", "San ", "East "]) + coin(gen).capitalize()
    return bent(gen, gen.pick(CITIES))


def cities(gen: Gen, count: int) -> list[str]:
    """Different cities."""
    return gen.different(city, count)


def in_words(number: int) -> str:
    """A number between -100 and 100 in words, others in digits."""
    if -100 < number < 0:
        return f"minus {in_words(-number)}"
    if 0 <= number <= 20:
        return NUMBER_WORDS[number]
    if number < 100:
        tens = TENS[number // 10 * 10]
        return tens if number % 10 == 0 else f"{tens}-{NUMBER_WORDS[number % 10]}"
    return str(number)


def spoken(gen: Gen, number: int) -> str:
    """A number as people write it: mostly words up to twenty, else mostly digits."""
    return in_words(number) if gen.chance(0.6 if number <= 20 else 0.15) else str(number)


PLACE_STARTS = """Amber Blue Copper Crooked Golden Green Hidden Iron Lazy Little Lucky Old Quiet Red Salty Silver Sleepy Sunny
Velvet Wild Windy Humble Painted Broken Northern Silent Royal Rusty Floating Merry""".split()
PLACE_ENDS = """Fox Anchor Kettle Lantern Garden Harbour Bridge Moon Owl Rose Spoon Table Tower Wheel Whale Pine Barrel Bell
Candle Compass Corner Door Feather Gate Heron Horse Mill Oak Orchard Pepper River Sparrow Star Stone Tiger Window""".split()


def place_name(gen: Gen) -> str:
    """A name of a shop, a house, a work: "The Amber Fox"."""
    return gen.pick(["The ", "", ""]) + gen.pick(PLACE_STARTS) + " " + gen.pick(PLACE_ENDS)


def thing_names(gen: Gen, count: int, people: bool = False) -> list[str]:
    """Different names for the items that a search finds."""
    ways = (
        [full_name]
        if people
        else [place_name, place_name, lambda g: coin(g).capitalize() + " " + g.pick(PLACE_ENDS), lambda g: coin(g).capitalize()]
    )
    return gen.different(gen.pick(ways), count)


def code(gen: Gen) -> str:
    """A reference such as `KT-4071` or `58213`."""
    letters = "".join(gen.pick("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(gen.number(1, 3)))
    digits = str(gen.number(10, 99999))
    return gen.pick([f"{letters}-{digits}", f"{letters}{digits}", digits, f"{digits}{letters}"])


def phone(gen: Gen) -> str:
    return gen.pick(["555-{:04d}", "+44 20 7946 {:04d}", "020 555 {:04d}", "555 {:04d} 12", "0170 {:04d}"]).format(gen.number(0, 9999))


def email(gen: Gen, name: str) -> str:
    parts = foreign.plain(name.lower()).replace("'", "").split() or [coin(gen)]
    host = gen.pick(["example.com", "example.org", "mail.example", coin(gen) + ".example", "cafe.example"])
    return gen.pick([parts[0], ".".join(parts), parts[0][0] + parts[-1], f"{parts[0]}{gen.number(1, 99)}"]) + "@" + host
