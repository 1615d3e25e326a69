"""Names and words with letters beyond English: copying them must be learned, whatever bytes they are made of.

Four sources: names that people have, invented words in the letters of a language, pieces of the vocabulary put together, and words and signs of other scripts.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

from .chance import Gen

# Given names, family names and towns, by language.
NAMES: dict[str, tuple[str, str, str]] = {
    "polish": ("Łukasz Małgorzata Paweł Żaneta Jędrzej Bożena Stanisław Grażyna Michał Świętosława", "Wiśniewska Dąbrowski Wójcik Zieliński Kozłowska Jabłoński Gołębiewska Śliwa Źrebiec Rękawek", "Gdańsk Łódź Wrocław Poznań Białystok Toruń Częstochowa Rzeszów Świnoujście Zielona~Góra"),
    "czech": ("Jiří Ondřej Lukáš Kateřina Šárka Božena Růžena Zdeněk Žofie Čeněk", "Dvořák Svobodová Černý Procházka Kučerová Škvorecký Růžička Šťastný Křížová Žižka", "Plzeň Břeclav České~Budějovice Třebíč Žďár Ústí Děčín Kroměříž Košice Prešov"),
    "nordic": ("Åse Øyvind Bjørn Sølvi Märta Örjan Håkon Þórunn Ásgeir Sigríður Guðrún Väinö Päivi Jürgen Søren Æsa", "Åkesson Sjöberg Ødegård Møller Björklund Þórsson Ægisdóttir Hämäläinen Mäkelä Lindström Ångström Nygård", "Tromsø Malmö Ålesund Göteborg Århus Jyväskylä Ísafjörður Reykjanesbær Þingeyri Ærøskøbing Hämeenlinna Bodø"),
    "german": ("Jürgen Käthe Günther Björn Bärbel Jörg Änne Sönke Gürsel Möritz", "Müller Schröder Grünwald Weiß Groß Köhler Löwe Bäcker Strauß Hübner", "Köln München Düsseldorf Würzburg Tübingen Gießen Zürich Österby Lübeck Görlitz"),
    "french": ("François Hélène Zoë Chloé Benoît Jérôme Anaïs Gaël Noémie Léopold", "Lefèvre Garçon Hervé Bérenger Châtelain Noël Février Gauthière Crépin Lécuyer", "Besançon Nîmes Orléans Saint-Étienne Évreux Angoulême Béziers Genève Liège Montréal"),
    "iberian": ("José Íñigo Begoña João Inês Núria Álvaro Conceição Iñaki Sebastião Mónica Ángel", "Muñoz Peña Ibáñez Gonçalves Magalhães Simões Núñez Güell Araújo Villaseñor Estévez Leão", "Málaga Cádiz Logroño São~Paulo Évora Bragança Córdoba A~Coruña Brasília Maceió Bogotá León"),
    "turkish": ("Çağla Gökhan Şule İbrahim Ayşegül Özgür Işıl Tuğba Ümit Yağız", "Yıldırım Öztürk Çelik Şahin Güneş Koçoğlu Kılıç Aydın Işık Çağlar", "İzmir Muğla Eskişehir Şanlıurfa Çanakkale Diyarbakır Iğdır Kırklareli Gümüşhane Ağrı"),
    "vietnamese": ("Nguyễn Hạnh Đức Thảo Phượng Tuấn Bảo Hồng Mỹ Diệu Quỳnh Thịnh", "Trần Lê Phạm Huỳnh Hoàng Võ Đặng Bùi Đỗ Ngô Dương Lý", "Đà~Nẵng Huế Hà~Nội Cần~Thơ Hải~Phòng Quảng~Ngãi Đà~Lạt Vũng~Tàu Mỹ~Tho Phú~Quốc"),
    "hungarian": ("Győző Ágnes Zsófia Ödön Örs László Bálint Réka Ünige Ferenc", "Szűcs Kővári Németh Erdős Csányi Ördögh Gáspár Fülöp Székely Tóth", "Győr Pécs Székesfehérvár Nyíregyháza Hódmezővásárhely Gödöllő Veszprém Kőszeg Szombathely Makó"),
    "romanian": ("Ștefan Ionuț Ilinca Mădălina Răzvan Țuțu Cătălin Sânziana Anișoara Vlăduț", "Țiriac Mărgineanu Brâncuși Negulescu Ștefănescu Păun Drăgan Lăcătuș Vâlcea Rățoi", "Iași Timișoara Constanța Brașov Târgoviște Bistrița Reșița Câmpina Bacău Galați"),
    "baltic": ("Jānis Līga Rūta Žygimantas Šarūnas Ģirts Kęstutis Ēriks Ņikita Ilzīte", "Bērziņš Kalniņa Jankauskaitė Žukauskas Ozoliņš Šimkus Čepaitis Liepiņa Krūmiņš Ūdris", "Šiauliai Panevėžys Jūrmala Liepāja Rēzekne Daugavpils Klaipėda Pärnu Võru Kuldīga"),
    "balkan": ("Đorđe Željka Saša Živko Čedomir Jasmina Ćiro Šćepan Blaž Nataša", "Đukić Kovačević Žunić Šarić Petrović Čolić Krstičević Hadžić Božić Vučković", "Niš Čačak Šibenik Požarevac Kraljevo Đakovo Škofja~Loka Ohrid Bečej Užice"),
}  # fmt: skip
LETTERS = {
    "polish": ("ą ć ę ł ń ó ś ź ż", "b c d g k l m n p r s t w z sz cz rz"),
    "czech": ("á č ď é ě í ň ó ř š ť ú ů ý ž", "b c d h k l m n p r s t v z"),
    "nordic": ("å ä ö ø æ ð þ á í ó ú ý", "b d f g h j k l m n r s t v"),
    "german": ("ä ö ü ß", "b d f g h k l m n r s t w z sch"),
    "french": ("à â ç é è ê ë î ï ô û ü œ", "b c d f g l m n p r s t v"),
    "iberian": ("á ã â ç é ê í ñ ó õ ô ú ü", "b c d f g l m n p r s t v"),
    "turkish": ("ç ğ ı ö ş ü â î", "b d g k l m n r s t v y z"),
    "vietnamese": ("ả ạ ắ ằ ẵ ặ ấ ầ ẫ ậ ẻ ẽ ẹ ế ề ể ễ ệ ỉ ĩ ị ỏ ọ ố ồ ổ ỗ ộ ớ ờ ở ỡ ợ ủ ũ ụ ứ ừ ử ữ ự ỳ ỷ ỹ ỵ đ ơ ư ă â ê ô", "b c d g h k l m n ng nh ph q r s t th tr v x"),
    "hungarian": ("á é í ó ö ő ú ü ű", "b cs d f g gy h k l m n p r s sz t v z zs"),
    "romanian": ("ă â î ș ț", "b c d f g l m n p r s t v z"),
    "baltic": ("ā č ē ģ ī ķ ļ ņ š ū ž ą ę ė į ų õ", "b d g k l m n p r s t v z"),
    "balkan": ("č ć đ š ž", "b d g k l m n p r s t v z"),
    "maltese": ("ġ ħ ż à ċ", "b d f g l m n p r s t"),
    "pacific": ("ā ē ī ō ū ʻ", "h k l m n p r t w ng"),
    "welsh": ("â ê ô ŵ ŷ î", "b c d dd f ff g gw l ll m n p rh s t th"),
    "azeri": ("ə ç ğ ı ö ş ü", "b d f g h k l m n q r s t v x y z"),
    "esperanto": ("ĉ ĝ ĥ ĵ ŝ ŭ", "b d f g k l m n p r s t v z"),
    "hausa": ("ɓ ɗ ƙ ƴ à ì ù", "b d f g h k m n r s sh t w y z"),
    "sami": ("á č đ ŋ š ŧ ž", "b d g h j k l m n r s t v"),
    "pinyin": ("ā á ǎ à ē é ě è ī í ǐ ì ō ó ǒ ò ū ú ǔ ù ǖ ǘ ǚ ǜ", "b ch d f g h j l m n q sh t x zh z"),
    "sanskrit": ("ā ī ū ṛ ṇ ṭ ḍ ś ṣ ṃ ñ", "b bh c d dh g gh j k kh l m n p ph r s t th v y"),
    "arabic": ("ā ī ū ḥ ṣ ḍ ṭ ẓ ʿ", "b d f g h j k kh l m n q r s sh t w y z"),
    "irish": ("á é í ó ú", "b bh c ch d dh f g gh l m mh n r s sh t th"),
    "guarani": ("ã ẽ ĩ õ ũ ỹ á é í ó ú", "ch g h j k l m mb n nd ñ p r s t v"),
    "bambara": ("ɛ ɔ ŋ ɲ ɛ́ ɔ́ ɛ̀ à è ò", "b c d f g h j k l m n p r s t w y"),
    "navajo": ("á é ą ę į ǫ ą́ ę́ ʼá ʼí óó ł", "b ch d dz g gh h j k l n s sh t tł ts y z"),
    "lakota": ("á é í ó ú ŋ č ȟ ǧ š ž", "b g h k l m n p s t w y"),
    "yoruba": ("ẹ ọ ṣ ẹ́ ẹ̀ ọ́ ọ̀ á à é è í ì ó ò ú ù ń", "b d f g j k l m n r s t w y"),
}  # fmt: skip
# Other scripts, as ranges of letters.
SCRIPTS = [(0x3B1, 0x3C9), (0x410, 0x44F), (0x430, 0x44F), (0x5D0, 0x5EA), (0x627, 0x64A), (0x905, 0x939), (0xE01, 0xE2E), (0x10D0, 0x10F0), (0x561, 0x586),
    (0x3041, 0x3093), (0x30A1, 0x30F3), (0x4E00, 0x9FA5), (0x4E00, 0x6E00), (0xAC00, 0xD7A3), (0x1F300, 0x1F64F), (0x1F680, 0x1F6C5), (0xC0, 0x17E), (0x1E00, 0x1EF9), (0x20A0, 0x20BF),
    (0x2190, 0x21FF), (0x2500, 0x25FF), (0xB0, 0xBF)]  # fmt: skip


def split(text: str) -> list[str]:
    return [word.replace("~", " ") for word in text.split()]


TABLE = {language: tuple(split(part) for part in parts) for language, parts in NAMES.items()}


def sounds(special: str, plain: str) -> tuple[list[str], list[str], list[str]]:
    """The plain consonants of a language, its marked consonants and its marked vowels."""
    vowels = [x for x in special.split() if unicodedata.normalize("NFD", x)[0] in "aeiouyæœøı"]
    return plain.split(), [x for x in special.split() if x not in vowels], vowels


SOUNDS = [sounds(*letters) for letters in LETTERS.values()]


def invented(gen: Gen) -> str:
    """A capitalised word that nobody has read before, in the letters of one language."""
    plain, hard, soft = gen.pick(SOUNDS)
    out = ""
    for at in range(gen.weighted({2: 4, 3: 5, 4: 4, 5: 2, 6: 1})):
        # A capital sharp s would be two letters, and a dotless i another letter.
        onset = gen.pick(hard) if hard and gen.chance(0.35) and at else gen.pick(plain)
        out += onset + (gen.pick(soft) if soft and gen.chance(0.4) else gen.pick("aeiou"))
        out += gen.pick(plain)[:1] if gen.chance(0.25) else ""
    return out[:1].upper() + out[1:]


@lru_cache(maxsize=1)
def pieces() -> tuple[list[str], list[str]]:
    """The vocabulary's pieces of two to seven letters (`tokenizer.py --pieces`): those with a capital at the start, and the others."""
    found = (Path(__file__).parent / "pieces.txt").read_text(encoding="utf-8").split()
    return [p for p in found if p[0].isupper() and p[1:].islower()], [p for p in found if p.islower()]


def pieced(gen: Gen) -> str:
    """A capitalised word of two to four pieces of the vocabulary, some with a marked letter between them.

    Many pieces hardly occur in what the generator says otherwise, but do in names; a piece that was never learned cannot be copied.
    """
    capitals, others = pieces()
    word = gen.pick(capitals) if gen.chance(0.4) else gen.pick(others).capitalize()
    count, marked = gen.weighted({1: 5, 2: 4, 3: 1}), gen.chance(0.5)
    for _ in range(count):
        if len(word) > 9:
            break
        if marked and gen.chance(0.5):
            _, hard, soft = gen.pick(SOUNDS)
            word += gen.pick(hard + soft)
        word += gen.pick(others)
    return word


# Alphabets in which names are written: first and last letter, signs that may follow a letter, and the fewest and most letters of a word.
ALPHABETS: list[tuple[int, int, str, int, int]] = [
    (0x3B1, 0x3C9, "", 3, 11), (0x430, 0x44F, "", 3, 12), (0x430, 0x44F, "", 3, 12), (0x10D0, 0x10F0, "", 3, 11), (0x561, 0x586, "", 3, 10),
    (0x450, 0x45F, "", 3, 8), (0x430, 0x4FF, "", 3, 9), (0x5D0, 0x5EA, "", 3, 7), (0x627, 0x64A, "", 3, 7), (0x915, 0x939, "\u093e\u093f\u0940\u0941\u0942\u0947\u0948\u094b\u094d\u0902", 2, 5),
    (0xE01, 0xE2E, "\u0e31\u0e34\u0e35\u0e38\u0e39\u0e32\u0e48\u0e49\u0e4c", 2, 6), (0x3041, 0x3093, "", 2, 5), (0x30A1, 0x30F3, "", 2, 6), (0x4E00, 0x9FA5, "", 1, 3), (0xAC00, 0xD7A3, "", 1, 3),
]  # fmt: skip


def lettered(gen: Gen) -> str:
    """A word of another alphabet, with a capital where it has any. Its letters come from a few, so that many return, as in names."""
    while True:
        low, high, signs, least, most = gen.pick(ALPHABETS)
        few = [chr(gen.number(low, high)) for _ in range(gen.number(4, 9))]
        word = ""
        for _ in range(gen.number(least, most)):
            word += gen.pick(few) + (gen.pick(signs) if signs and gen.chance(0.45) else "")
        if all(letter.isalpha() or letter in signs for letter in word):
            word = unicodedata.normalize("NFC", word)
            return word[:1].upper() + word[1:] if low < 0x590 else word


def part(gen: Gen, which: int) -> str:
    """0: a given name, 1: a family name, 2: a town."""
    if gen.chance(0.1):
        return lettered(gen)
    way = gen.random.random()
    return invented(gen) if way < 0.3 else pieced(gen) if way < 0.72 else gen.pick(TABLE[gen.pick(list(TABLE))][which])


# Names of places of several words: {0} and {1} are towns.
PLACES = """{0} novads|{0} okrug|{0} apskritis|{0} kommun|{0} kommune|{0} vald|{0} megye|{0} rajons|{0} län|{0} fylke|{0} ilçesi|{0} vármegye|{0} kraj|{0} fjord|{0} utca|{0} nad {1}|{0} pod {1}|{0} pri {1}
|{0} de {1}|{0} do {1}|{0} del {1}|{0} de la {1}|{0} dos {1}|{0} sur {1}|{0}-sur-{1}|{0}-en-{1}|{0}-les-{1}|{0} am {1}|{0} an der {1}|{0} bei {1}|{0} a {1}|{0} i {1}|{0} och {1}|{0} och {1} kommun|{0}-{1}|{0} {1}|{0} y {1}|{0} e {1}
|Sankt {0}|Saint-{0}|Santa {0}|Nowa {0}|Stara {0}|Stari {0}|Novi {0}|Veľká {0}|Malá {0}|Dolní {0}|Horní {0}|Nagy{0}|Puerto {0}|Vila {0}|Île de {0}|Cap {0}|Ban {0}|Lago {0}|Río {0}|Gornja {0}|Bad {0}|Tỉnh {0}|Thành phố {0}""".replace("\n", "").split("|")


def place(gen: Gen) -> str:
    """A town, or a place whose name has more words, also such without a capital."""
    if gen.chance(0.75):
        return part(gen, 2)
    return gen.pick(PLACES).format(part(gen, 2), part(gen, 2))


PARTICLES = "de da do dos de~la di van van~der von du le Ní Ó Mac ben bin al el af av zu".split()


def joined(gen: Gen) -> str:
    """A family name of one or two parts, with a prefix now and then."""
    way = gen.weighted({"one": 5, "hyphen": 3, "prefix": 1.5})
    if way == "hyphen":
        return f"{part(gen, 1)}-{part(gen, 1)}"
    return gen.pick(["O'", "D'", "N'", "Mc", "Al-", "El-", "Sant'", "Ní "]) + part(gen, 1) if way == "prefix" else part(gen, 1)


def long_name(gen: Gen) -> str:
    """A person's name of two to five parts: given names, with hyphens or without, particles, and families side by side."""
    given = [part(gen, 0) for _ in range(gen.weighted({1: 5, 2: 5, 3: 2}))]
    families = [joined(gen) for _ in range(gen.weighted({1: 5, 2: 4, 3: 1}))]
    if gen.chance(0.3):
        families[-1] = gen.pick(PARTICLES).replace("~", " ") + " " + families[-1]
    return gen.pick([" ", " ", " ", "-"]).join(given) + " " + gen.pick([" ", " ", " y ", " e "]).join(families)


def phrase(gen: Gen) -> str:
    """Two to four words of one language, as the title of a thing or the name of a place."""
    plain, hard, soft = gen.pick(SOUNDS)
    made = []
    for at in range(gen.number(2, 4)):
        word = "".join((gen.pick(hard) if hard and gen.chance(0.2) else gen.pick(plain)) + (gen.pick(soft) if soft and gen.chance(0.35) else gen.pick("aeiou")) for _ in range(gen.number(1, 3)))
        made.append(word[:1].upper() + word[1:] if not at or gen.chance(0.5) else word)
    return " ".join(made)


def scripted(gen: Gen) -> str:
    """Some letters or signs of one script."""
    while True:
        low, high = gen.pick(SCRIPTS)
        text = "".join(chr(gen.number(low, high)) for _ in range(gen.number(2, 6)))
        if all(unicodedata.category(letter)[0] in "LNS" for letter in text):
            return unicodedata.normalize("NFC", text)


# Letters that are no plain letter with a mark, and how addresses spell them.
SPELLED = {"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "ð": "d", "þ": "th", "ß": "ss", "ı": "i", "œ": "oe", "ħ": "h", "ʻ": "",
    "ə": "e", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y", "ŋ": "n", "ŧ": "t", "ʿ": ""}  # fmt: skip


def plain(text: str) -> str:
    """The text without marks on its letters, for addresses."""
    spelled = "".join(SPELLED.get(letter, letter) for letter in text)
    return "".join(letter for letter in unicodedata.normalize("NFD", spelled) if letter.isascii())
