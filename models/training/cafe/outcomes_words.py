"""Vocabularies of `outcomes`: hand-written tools with their wishes, facts and deeds, one block each.

A line is a key and its templates; `|` at the top level separates ways of saying. `{e}` is what the wish names, `{v}` a value with
its unit. `unit` pairs what a result says with what an answer says (`-`: the result names no unit).
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

from . import words
from .chance import Gen

WordSource = Sequence[str] | Callable[[Gen], Any]


def split(text: str) -> list[str]:
    """The items of a comma list."""
    return [item.strip() for item in text.replace("\n", " ").split(",")]


def titled(gen: Gen) -> str:
    """An invented title of a book, a film or a song."""
    starts = split("The Last, A Quiet, My Second, The Longest, An Honest, The Borrowed, Our First, The Other, A Paper, Nobody's, The Ninth")
    ends = split("Harvest, Ferry, Window, Winter, Teaspoon, Neighbour, Orchard, Letter, Staircase, Umbrella, Tram, Garden, Island, Whistle")
    return gen.pick([f"{gen.pick(starts)} {gen.pick(ends)}", f"{words.coin(gen).capitalize()} {gen.pick(ends)}"])


def clock(gen: Gen) -> str:
    """A time of day."""
    return f"{gen.number(6, 22):02d}:{gen.number(0, 59):02d}"


# Where values come from: lists, or functions of chance.
KINDS: dict[str, WordSource] = {
    "city": words.city, "person": words.first_name, "full": words.full_name, "place": words.place_name, "code": words.code,
    "title": titled, "time": clock, "count": lambda g: g.number(2, 12), "coin": lambda g: words.coin(g).capitalize(),
    "drink": words.DRINKS, "bake": words.BAKES, "bread": words.BREADS, "animal": words.ANIMALS,
    "wine": lambda g: g.pick(words.ALL_WINES)[0], "food": lambda g: g.pick(words.DRINKS + words.BAKES),
    "room": lambda g: g.pick([f"room {g.number(1, 60)}", f"{g.pick(words.PLACE_STARTS)} Hall", f"hall {g.pick('ABCDEFG')}"]),
    "bus": lambda g: g.pick([f"bus {g.number(2, 99)}", f"tram {g.number(1, 30)}", f"line {g.number(1, 60)}", f"ferry {g.pick('ABCDEF')}"]),
    "table": lambda g: f"table {g.number(1, 40)}",
      "street": lambda g: f"{words.coin(g).capitalize()} {g.pick(['Street', 'Lane', 'Road', 'Square'])}",
    "month": split("January, February, March, April, May, June, July, August, September, October, November, December"),
    "day": split("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
    "plant": split("fig tree, lemon tree, basil, rosemary, ivy, cactus, orchid, fern, tomato vine, mint, lavender, bonsai, rubber plant, \
aloe"),
    "device": split("tablet, till, scanner, doorbell, headset, robot mower, e-bike, torch, speaker, drone, label printer, scooter, radio"),
    "oven": split("deck oven, pizza oven, left oven, right oven, bread oven, kiln, smoker, small oven, steam oven, clay oven"),
    "store": split("flour, oat milk, espresso beans, napkins, paper cups, sugar, honey, cocoa, butter, eggs, tea bags, straws, salt, rice"),
    "goods": split("desk lamp, wool blanket, teapot, garden hose, hand mixer, rain jacket, suitcase, toolbox, wall clock, frying pan, \
yoga mat"),
    "dish": split("lentil soup, mushroom risotto, fish stew, potato gratin, pumpkin curry, lamb pie, rice pudding, bean salad, onion tart"),
    "harbour": lambda g: g.pick([f"{words.coin(g).capitalize()} Harbour", f"Port {words.coin(g).capitalize()}",
      f"{words.coin(g).capitalize()} Bay"]),
    "peak": lambda g: g.pick([f"Mount {words.coin(g).capitalize()}", f"{words.coin(g).capitalize()} Hill",
      f"{words.coin(g).capitalize()} Peak"]),
    "river": lambda g: words.coin(g).capitalize() + " River",
    "team": lambda g: words.city(g) + " " + g.pick(split("Owls, Foxes, Rovers, United, Bears, Comets, Herons")),
    "colour": words.COLOURS, "phone": words.phone, "job": words.JOBS, "hobby": words.HOBBIES,
    "state": split("in transit, waiting at customs, out for delivery, at the sorting centre, on the ferry, back at the sender, in the van"),
    "sky": split("light rain, clear sky, thick fog, heavy snow, sunny spells, thunderstorms, drizzle, strong wind, hail, low clouds"),
    "food_of": split("hay, seeds, fish, insects, fresh leaves, oats, carrots, grain, worms, berries, nuts, sunflower seeds, dry bread"),
    "water": split("every day, every second day, twice a week, once a week, every ten days, once a month, only when the soil is dry"),
    "allergen": split("nuts, milk, gluten, egg, soy, sesame, celery, mustard, fish, almonds"),
    "part": split("fresh yeast, brown sugar, olive oil, two eggs, lemon zest, cold butter, rye flour, sea salt, warm milk, poppy seeds, \
honey, cream"),
    "spot": split("back shelf, drawer by the till, blue cupboard, cellar, window sill, second floor, staff room, car, coat rack, \
garden shed"),
    "thing": split("spare keys, first aid kit, ladder, stapler, red umbrella, guest book, corkscrew, blue folder, cake stand, broom, \
chess set"),
    "task": split("water the plants, call the plumber, count the till, buy stamps, clean the windows, order milk, write the menu, \
fix the lamp, \
sort the post, feed the cat, print the flyers, defrost the freezer"),
    "event": split("book club, poetry night, chess evening, wine tasting, yoga class, pottery course, jazz night, quiz night, \
flea market, choir practice"),
    "heat": lambda g: 10 * g.number(9, 28), "percent": lambda g: 5 * g.number(1, 19), "minutes": lambda g: g.number(2, 60),
    "euros": lambda g: g.number(2, 95), "cents": lambda g: f"{g.number(2, 90)}.{g.number(0, 99):02d}", "temp": lambda g: g.number(-8, 38),
    "title2": titled, "first": words.first_name,
    "gate": lambda g: f"{g.pick('ABCDEFG')}{g.number(1, 40)}",
      "flight": lambda g: f"{g.pick('ABKLQSTUXZ')}{g.pick('ABFHKNRS')}{g.number(100, 999)}",
    "plat": lambda g: g.pick([str(g.number(1, 24)), f"{g.number(1, 12)}{g.pick('abc')}"]),
    "date": lambda g: f"{g.number(1, 28)} {g.pick(split('January, March, April, May, June, July, August, October, November'))}",
    "score": lambda g: f"{g.number(0, 6)}:{g.number(0, 6)}", "pass": lambda g: words.coin(g) + str(g.number(10, 999)),
}  # fmt: skip

# What is measured: a number for a named thing.
MEASURES = """
temperature ; city
tool current weather;weather now;outside temperature;read thermometer
about Tells how warm it is in a place.|Current temperature of a city.|Weather right now.
arg city;place;location;where
of in {e}
n -9 38
unit C:°C|F:°F|celsius: degrees Celsius|-: degrees
key temp;t;deg;val
ask how warm is it in {e}?|is it cold in {e}|what's the weather in {e} right now?|I fly to {e} tomorrow, how hot is it there?|\
degrees in {e}?
fact it is {v} in {e}|{e} has {v}|the temperature in {e} is {v}
win it is {w} in {e}, with {v}|{e} is {w}, at {v}
cmp warmer;the warmest;colder;the coldest
which where is it {w}, {x}?|which is {w} today, {x}?|{x}, which of them is {w} right now
diff it is {d} {w} in {a} than in {b}|{a} is {d} {w} than {b}
over is it over {t} in {e}?|does {e} have more than {t} right now?
under is it below {t} in {e}?|less than {t} in {e} today?
extra humidity 20 95;the humidity is {x}%

price ; the food
tool get price;menu price;price of item;price check
about Looks up the price of something on the menu.|What an item costs.
arg item;product;article;name
of of {e}
n 2.10 9.90
unit EUR: euros|USD: dollars|€: euros|GBP: pounds|-:
key price;cost;amt;unit_price
ask how much is {e}?|what does {e} cost|what do I pay for {e}?|is {e} expensive? what's the price|tell me what you charge for {e}
fact {e} costs {v}|the price of {e} is {v}|{e} is {v}
win {e} is {w}, at {v}|{e} costs {v} and is {w}
cmp more expensive;the most expensive;cheaper;the cheapest
which what is {w}, {x}?|I can't decide: {x}, which is {w}?|which one is {w}, {x}
diff {a} is {d} {w} than {b}
over does {e} cost more than {t}?|is {e} over {t}
under can I get {e} for less than {t}?|is {e} under {t}?
sum {a} and {b} cost {s} together|together, {a} and {b} come to {s}
extra stock 2 40;there are {x} left

distance ; city
tool distance to;get distance;how far;measure route
about Distance from here to a town.|Tells how far away a place is.
arg destination;town;to;target
of to {e}
n 3 980
unit km: km|mi: miles|kilometres: kilometres
key dist;distance;d;km_or_mi
ask how far is {e}?|how far do I have to drive to {e}|is {e} far away?|we want to cycle to {e}, how long is the way?
fact {e} is {v} away|it is {v} to {e}|the distance to {e} is {v}
win {e} is {w}, only {v} away%down|{e} is {w}, {v} away
cmp farther away;the farthest away;nearer;the nearest
which which is {w}, {x}?|which town is {w} from here, {x}?|{x}: what's {w}?
diff {a} is {d} {w} than {b}%up
over is {e} more than {t} away?|is it over {t} to {e}?
under is {e} less than {t} away?|can I get to {e} in under {t}?

travel time ; city
tool travel time;drive time;trip duration;estimate trip
about Estimates how long a trip takes.|Minutes to a destination by car.
arg destination;goal;to;city
of to {e}
n 12 340
unit min: minutes|m: minutes|-: minutes
key eta;dur;mins;duration
ask how long does it take to {e}?|how many minutes to {e}|when would I be in {e} if I leave now? how long is it?|driving to {e}, how long?
fact it takes {v} to {e}|the trip to {e} takes {v}|you need {v} to {e}
win the trip to {e} is {w}, at {v}|{e} is {w} to reach, in {v}%down
cmp longer;the longest;quicker;the quickest
which which trip is {w}, {x}?|to {x}, which way is {w}?
diff the trip to {a} is {d} {w} than the one to {b}
over does it take more than {t} to {e}?|is {e} over {t} away
under can I reach {e} in less than {t}?|is it under {t} to {e}?
extra tolls 2 5;there are {x} tolls on the way

waiting time ; place
tool queue length;waiting time;check queue;wait at
about How long guests wait at a place right now.|Tells the waiting time of a café.
arg venue;shop;place;spot
of at {e}
n 2 55
unit min: minutes|minutes: minutes|-: minutes
key wait;queue_min;w;wait_time
ask how long is the line at {e}?|do I have to queue at {e}|is it busy at {e}?|how long would we stand in line at {e}?
fact the wait at {e} is {v}|you wait {v} at {e}|at {e} you have to wait {v}
win the wait is {w} at {e}, with {v}|{e} has the {w} wait, {v}%two
cmp longer;the longest;shorter;the shortest
which where is the wait {w}, {x}?
diff the wait at {a} is {d} {w} than at {b}
over is the wait at {e} over {t}?|do I wait more than {t} at {e}
under do I get a seat at {e} in less than {t}?|is the line at {e} under {t}?

number of free seats ; title
tool free seats;seats left;check seats;seat map
about Counts the free seats of a show.|How many seats are still to be had.
arg show;film;performance;title
of for {e}
n 1 90
noun seat
key free;seats;avail;left
ask how many seats are left for {e}?|can we still get into {e}?|is {e} sold out or what's free|free seats for {e}?
fact {e} has {v} left|{e} still has {v}
win {e} has {w}, with {num} left|{e} has {w}: {num}
cmp more free seats;the most free seats;fewer free seats;the fewest free seats
which which show has {w}, {x}?|which has {w}, {x}
diff {a} has {d} more than {b}%upd|{a} has {d} fewer than {b}%downd
over are there more than {t} left for {e}?|does {e} have over {t}?
under are there fewer than {t} left for {e}?

battery level ; the device
tool battery level;charge state;check battery;power left
about Battery charge of a device in percent.|Tells how full a battery is.
arg device;gadget;unit;id
of of {e}
n 4 99
unit %:%|pct:%|percent: percent
key batt;soc;level;charge
ask how full is {e}?|does {e} need charging|battery of {e}?|can I take {e} out today, or is it empty?
fact {e} is at {v}|the battery of {e} is at {v}|{e} has {v} left
win {e} is {w}, at {v}|{e} is {w} with {v}
cmp fuller;the fullest;emptier;the emptiest
which which is {w}, {x}?|what has to be charged first, I mean, which is {w}, {x}?
over does {e} have more than {t}?|is {e} over {t}?
under is {e} below {t}?|does {e} have less than {t} left?
extra cycles 20 700;it has had {x} charging cycles

oven temperature ; the oven
tool oven temperature;read oven;oven status;oven probe
about Reads the temperature of an oven.|How hot an oven is.
arg oven;unit;appliance;name
of of {e}
n 90 290
unit C:°C|F:°F|-: degrees
key temp;t;probe;heat
ask how hot is {e}?|is {e} ready? how many degrees|temperature of {e} please|can I put the bread into {e} yet, how hot is it
fact {e} is at {v}|{e} has {v}|the temperature of {e} is {v}
win {e} is {w}, at {v}|{e} is {w} with {v}
cmp hotter;the hottest;cooler;the coolest
which which is {w}, {x}?|which one is {w} by now, {x}?
diff {a} is {d} {w} than {b}
over is {e} over {t} yet?|has {e} passed {t}?
under is {e} still below {t}?

number of packets ; the store
tool stock level;count stock;check storage;inventory of
about How much of a thing is in the store room.|Counts packets in stock.
arg item;good;material;sku
of of {bare}
n 2 80
noun packet
key qty;stock;on_hand;n
ask how many packets of {bare} do we have?|do we need to order {bare}? how much is there|how's the stock of {bare}|is there enough {bare}?
fact we have {v} of {bare}|there are {v} of {bare} in stock
win we have {w} packets of {bare}: {num}|there are {w} packets of {bare}: {num}
cmp more;the most;fewer;the fewest
which which do we have {w} packets of, {x}?|of which do we have {w} packets, {x}?
over do we have more than {t} of {bare}?
under do we have fewer than {t} of {bare}?|are there under {t} of {bare} left
extra shelf 2 19;they are on shelf {x}

age ; person
tool age of;get age;member age;person age
about Age of a member in years.|Looks up how old somebody is.
arg name;person;member;who
of of {e}
n 4 89
unit y: years|years: years|-: years
key age;yrs;a;age_years
ask how old is {e}?|what age is {e}|do you know {e}'s age?|{e} has a birthday, how old is that now?
fact {e} is {v} old|the age of {e} is {v}
win {e} is {w}, at {v}|{e} is {w}: {v} old
cmp older;the oldest;younger;the youngest
which who is {w}, {x}?|{x}, who is {w}
diff {a} is {d} {w} than {b}
over is {e} over {t}?|is {e} older than {t}?
under is {e} under {t}?|is {e} younger than {t}?

rating ; place
tool get rating;guest rating;reviews of;stars of
about Average rating of a place.|What guests think of a place, in stars.
arg place;name;venue;business
of of {e}
n 1.2 4.9
unit stars: stars|*: stars|/5: out of 5
key rating;stars;avg;score
ask how is {e} rated?|is {e} any good|what do people say about {e}, how many stars?|how many stars does {e} have?
fact {e} has {v}|{e} is rated {v}|the rating of {e} is {v}
win {e} is rated {w}, with {v}|{e} is rated {w}: {v}
cmp higher;the highest;lower;the lowest
which which is rated {w}, {x}?|{x}: which place is rated {w}?
over does {e} have more than {t}?|is {e} rated over {t}
under is {e} rated below {t}?
extra reviews 20 900;there are {x} reviews

height ; peak
tool height of;get elevation;summit height;peak info
about Height of a mountain.|Looks up how high a hill is.
arg mountain;peak;name;hill
of of {e}
n 310 6900
unit m: metres|ft: feet|metres: metres
key h;height;elev;alt
ask how high is {e}?|how high do I climb on {e}|is {e} a big one? height please|we want to go up {e}, how high is that
fact {e} is {v} high|{e} rises to {v}|the height of {e} is {v}
win {e} is {w}, at {v}|{e} is {w} with {v}
cmp higher;the highest;lower;the lowest
which which is {w}, {x}?|what's {w}, {x}?
diff {a} is {d} {w} than {b}
over is {e} higher than {t}?|is {e} over {t}?
under is {e} lower than {t}?

water level ; the river
tool water level;river gauge;read gauge;river height
about Water level of a river at the gauge.|How high a river stands.
arg river;gauge;station;name
of of {e}
n 40 790
unit cm: cm|centimetres: centimetres|-: cm
key lvl;level;gauge;cm
ask how high is the water in {e}?|is {e} flooding|level of {e}?|can we still paddle on {e}, how high is it?
fact {e} stands at {v}|the level of {e} is {v}|{e} is at {v}
win {e} is {w}, at {v}
cmp higher;the highest;lower;the lowest
which which river is {w}, {x}?|is {x} {w}?%two
diff {a} is {d} {w} than {b}
over is {e} over {t}?|has {e} passed {t}?
under is {e} below {t}?

time of high tide ; harbour
tool tide times;high tide;next tide;sea level times
about Time of the next high tide in a harbour.|When the water is highest.
arg harbour;port;place;station
of in {e}
n time
key high;tide_at;hw;next_high
ask when is high tide in {e}?|next high tide at {e}|we sail from {e}, when's the tide high?|tide for {e}?
fact high tide in {e} is at {v}|the tide is high in {e} at {v}
win high tide is {w} in {e}, at {v}|the tide comes {w} in {e}, at {v}
cmp later;the latest;earlier;the earliest
which where is high tide {w}, {x}?|in {x}, where does high tide come {w}?
over is high tide in {e} after {t}?
under is high tide in {e} before {t}?

departure time ; bus
tool next departure;departure of;bus times;when leaves
about Next departure of a bus, a tram or a ferry.|When a line leaves.
arg line;route;service;vehicle
of of {e}
n time
key dep;leaves;next;departs_at
ask when does {e} go?|next {e}?|when do I have to run for {e}|what time does {e} leave?
fact {e} leaves at {v}|the next {e} goes at {v}
win {e} leaves {w}, at {v}|{e} goes {w}: at {v}
cmp later;the latest;earlier;the earliest
which which leaves {w}, {x}?|I need the one that goes {w}, {x}?|{x}, which goes {w}
over does {e} leave after {t}?
under does {e} leave before {t}?|can I catch {e} before {t}?
extra platform 2 14;it leaves from platform {x}

opening time ; place
tool opens at;opening time;when open;shop opens
about When a shop opens today.|Opening time of a place.
arg shop;place;name;store
of of {e}
n time
key open;opens;from;open_at
ask when does {e} open?|what time can I go to {e}|is {e} open early?|from when on is {e} open
fact {e} opens at {v}|the doors of {e} open at {v}
win {e} opens {w}, at {v}
cmp later;the latest;earlier;the earliest
which which opens {w}, {x}?|who opens {w}, {x}?
over does {e} open after {t}?
under is {e} open before {t}?

number of points ; team
tool team points;league points;table points;standing of
about Points of a team in the league.|How many points a team has.
arg team;club;side;name
of of {e}
n 1 84
noun point
key pts;points;p;score
ask how many points do {e} have?|how are {e} doing in the league|points for {e}?|did {e} climb? what's their score
fact {e} have {v}|{e} stand at {v}
win {e} are {w}, with {v}|{e} have {v} and are {w}
cmp ahead;in first place;behind;in last place
which who is {w}, {x}?|which team is {w}, {x}?
diff {a} are {d} ahead of {b}%upd|{a} are {d} behind {b}%downd
over do {e} have more than {t}?
under do {e} have fewer than {t}?

page count ; title
tool page count;book length;pages of;book info
about How many pages a book has.|Looks up the length of a book.
arg book;title;work;name
of of {e}
n 60 890
noun page
key pages;pp;len;extent
ask how many pages does {e} have?|how long is {e}|is {e} a thick book?|can I finish {e} in a weekend, how many pages
fact {e} has {v}|{e} is {v} long
win {e} is {w}, with {v}
cmp longer;the longest;shorter;the shortest
which which book is {w}, {x}?|{x}: what's {w}?
diff {a} is {d} {w} than {b}
over does {e} have more than {t}?
under does {e} have fewer than {t}?|is {e} under {t}?
extra shelf 2 60;it stands on shelf {x}

song length ; title
tool song length;track time;duration of song;track info
about Length of a song.|How long a track plays.
arg song;track;title;tune
of of {e}
n 95 420
unit s: seconds|sec: seconds|-: seconds
key len;dur;secs;length
ask how long is the song {e}?|how long does {e} play|length of {e}?|is {e} short enough for the radio?
fact {e} is {v} long|{e} plays for {v}
win {e} is {w}, at {v}|{e} is {w} with {v}
cmp longer;the longest;shorter;the shortest
which which song is {w}, {x}?
diff {a} is {d} {w} than {b}
over is {e} longer than {t}?
under is {e} shorter than {t}?|is {e} under {t}?

baking time ; the bake
tool baking time;oven minutes;how long to bake;bake guide
about Minutes that something bakes.|How long a bake stays in the oven.
arg bake;recipe;item;what
of of {e}
n 8 75
unit min: minutes|'': minutes|-: minutes
key bake;mins;time_min;t
ask how long do I bake {e}?|how long does {e} stay in the oven|when do I take out {e}, how many minutes?|baking time for {e}?
fact {e} bakes for {v}|{e} needs {v} in the oven
win {e} takes {w}, {v}|{e} needs {w}: {v}
cmp longer;the longest;less time;the least time
which which takes {w}, {x}?|what takes {w} in the oven, {x}?
over does {e} need more than {t}?
under is {e} done in less than {t}?
extra heat 160 230;the oven should be at {x} degrees

calorie count ; the food
tool calories of;get calories;energy of;nutrition
about Calories of a thing on the menu.|How rich a drink or a bake is.
arg food;item;product;what
of of {e}
n 5 620
unit kcal: kcal|cal: calories|-: calories
key kcal;energy;cal;e
ask how many calories does {e} have?|is {e} fattening|calories in {e}?|I'm on a diet, how bad is {e}?
fact {e} has {v}|there are {v} in {e}
win {e} is {w}, with {v}|{e} has {v} and is {w}
cmp richer;the richest;lighter;the lightest
which which is {w}, {x}?|what's {w}, {x}?
over does {e} have more than {t}?
under is {e} under {t}?|does {e} have less than {t}?
sum {a} and {b} have {s} together

weight ; code
tool parcel weight;scale of;weight of;scale reading
about Weight of a parcel.|Reads the scale for a parcel.
arg parcel;id;number;tracking
of of parcel {e}
n 0.4 29.5
unit kg: kg|lb: pounds|-: kg
key wt;weight;w;mass
ask how heavy is parcel {e}?|what does {e} weigh|weight of {e}?|can I carry {e} alone? how heavy
fact parcel {e} weighs {v}|{e} weighs {v}
win {e} is {w}, at {v}|parcel {e} is {w} with {v}
cmp heavier;the heaviest;lighter;the lightest
which which parcel is {w}, {x}?|{x}: which is {w}?
diff {a} is {d} {w} than {b}
over is {e} over {t}?|does parcel {e} weigh more than {t}?
under is {e} under {t}?
sum {a} and {b} weigh {s} together

room size ; room
tool room capacity;capacity of;seats in room;room info
about How many people fit into a room.|Capacity of a room.
arg room;space;id;hall
of of {e}
n 4 240
noun guest
key cap;capacity;max;fits
ask how many people fit into {e}?|is {e} big enough for us? how many fit|capacity of {e}?|what's the limit for {e}
fact {e} holds {v}|{e} has space for {v}
win {e} is {w}, with space for {v}|{e} holds {v} and is {w}
cmp bigger;the biggest;smaller;the smallest
which which is {w}, {x}?|which room is {w}, {x}?
over does {e} hold more than {t}?
under does {e} hold fewer than {t}?

room price ; place
tool room price;night rate;hotel price;rate of
about Price of a night in a house.|What a room costs per night.
arg hotel;house;name;inn
of at {e}
n 38 290
unit EUR: euros|USD: dollars|CHF: francs|-:
key rate;night;ppn;price
ask how much is a night at {e}?|what does a room at {e} cost|is {e} dear? price for a night|sleeping at {e}, how much
fact a night at {e} costs {v}|{e} takes {v} for a night
win {e} is {w}, at {v} a night|{e} is {w} with {v}
cmp dearer;the dearest;cheaper;the cheapest
which where is a night {w}, {x}?|which house is {w}, {x}?
diff a night at {a} is {d} {w} than at {b}
over is a night at {e} over {t}?
under can I stay at {e} for less than {t}?
extra free 2 19;{x} rooms are free

delivery time ; code
tool delivery days;days until;parcel arrival;delivery estimate
about Days until an order arrives.|How long a delivery still takes.
arg order;order_no;number;id
of of order {e}
n 2 28
unit d: days|days: days|-: days
key days;eta_d;in;left
ask when does order {e} come?|how many days until {e} is here|how long do I wait for order {e}?|where's {e}, when will it be here
fact order {e} arrives in {v}|{e} needs {v} more
win {e} comes {w}, in {v}|order {e} arrives {w}: in {v}
cmp later;last;sooner;first
which which order comes {w}, {x}?|{x}, which arrives {w}?
over does {e} take more than {t}?
under is order {e} here in less than {t}?

humidity ; room
tool humidity of;air moisture;room humidity;damp check
about Humidity of the air in a room.|How damp a room is.
arg room;sensor;place;zone
of in {e}
n 18 92
unit %:%|pct: percent|rh:%
key hum;rh;moist;h
ask how humid is it in {e}?|is {e} damp|how's the air in {e}, humidity?|humidity for {e}
fact the humidity in {e} is {v}|{e} has {v} humidity
win {e} is {w}, with {v}|the air in {e} is {w}, at {v}
cmp damper;the dampest;drier;the driest
which which is {w}, {x}?|where is the air {w}, {x}?
over is the humidity in {e} over {t}?
under is {e} below {t} humidity?
extra warmth 15 29;it is {x} degrees warm there

number of bikes ; street
tool bikes at;free bikes;bike station;rental bikes
about Free rental bikes at a station.|How many bikes stand at a station.
arg station;street;stop;dock
of at {e}
n 1 30
noun bike
key bikes;free;avail;cnt
ask how many bikes are at {e}?|can I get a bike at {e}|bikes on {e}?|we're four, are there bikes at {e}, how many
fact {e} has {v}|the station at {e} has {v}
win {e} has {w}: {num}|there are {w} at {e}: {num}
cmp more bikes;the most bikes;fewer bikes;the fewest bikes
which which station has {w}, {x}?|where are there {w}, {x}?
over does {e} have more than {t}?
under does {e} have fewer than {t}?
extra docks 2 20;{x} docks are empty

speed ; the animal
tool animal speed;top speed;speed of;how fast
about Top speed of an animal.|How fast an animal runs.
arg animal;species;creature;which
of of {e}
n 4 88
unit km/h: km/h|kmh: km/h|mph: mph
key vmax;speed;top;v
ask how fast is a grown {bare}?|top speed of {e}?|can {a:bare} outrun me? how fast is it|how fast does {e} run
fact {e} reaches {v}|the top speed of {e} is {v}
win {e} is {w}, with {v}
cmp faster;the fastest;slower;the slowest
which which is {w}, {x}?
diff {a} is {d} {w} than {b}
over does {e} run more than {t}?
under is {e} slower than {t}?

bill ; table
tool table bill;bill of;order total;open tab
about What a table has to pay.|Open bill of a table.
arg table;tab;seat;where
of of {e}
n 6.20 94.80
unit EUR: euros|USD: dollars|€: euros|-:
key total;sum;due;bill
ask how much does {e} pay?|the bill for {e} please|what's open at {e}|{e} wants to pay, how much is it?
fact {e} has to pay {v}|the bill of {e} is {v}|{e} owes {v}
win {e} pays {w}, with {v}
cmp more;the most;less;the least
which who pays {w}, {x}?|which table has to pay {w}, {x}
diff {a} pays {d} {w} than {b}
over is the bill of {e} over {t}?
under is the bill of {e} under {t}?
sum {a} and {b} have to pay {s} together
""".strip()

# What is told in words: a text for a named thing. `val` is the kind of the value.
FACTS = """
author ; title ; full
tool who wrote;author of;book author;writer lookup
about Finds the author of a book.|Who wrote a book.
arg book;title;work;name
key author;by;writer;aut
ask who wrote {e}?|who's {e} by|I love {e}, who is the author?|author of {e}?
fact {e} was written by {v}|the author of {e} is {v}

gate ; flight ; gate
tool flight gate;gate of;boarding gate;gate lookup
about Gate of a flight.|Where a flight boards.
arg flight;flight_no;number;code
key gate;g;gt;brd
ask which gate for {e}?|where does {e} board|my flight is {e}, where do I have to go?|gate {e}?
fact {e} boards at gate {v}|the gate of {e} is {v}|flight {e} leaves from gate {v}

platform ; bus ; plat
tool platform of;stop bay;which platform;bay lookup
about Platform of a line.|Where a line leaves.
arg line;service;route;ride
key plf;platform;track;bay
ask which platform does {e} use?|where do I get on {e}|platform of {e}|{e} leaves from where?
fact {e} leaves from platform {v}|you find {e} at platform {v}|the platform of {e} is {v}

parcel status ; code ; state
tool track parcel;parcel status;where is parcel;shipment state
about Tells where a parcel is.|State of a shipment.
arg parcel;tracking;id;shipment
key state;status;st;pos
ask where's my parcel {e}?|any news of {e}|is {e} on its way?|track {e}
fact parcel {e} is {v}|{e} is {v}

sky ; city ; sky
tool sky now;forecast for;weather word;sky report
about What the sky is like in a place.|Short forecast for a town.
arg town;place;loc;city
key sky;cond;wx;outlook
ask do I need an umbrella in {e}?|what's the sky like in {e}|forecast for {e}|how will it be in {e}, rain or sun?
fact the forecast for {e} says {v}|{e} has {v}|expect {v} in {e}

watering ; the plant ; water
tool watering rule;plant care;water plan;care of
about How often a plant needs water.|Care of plants.
arg plant;species;name;which
key water;freq;rule;interval
ask how often do I water {e}?|when does {e} need water|does {e} drink a lot?|I always kill {e}. how often does it want water?
fact {e} needs water {v}|water {e} {v}

diet ; the animal ; food_of
tool animal food;feed for;diet of;feeding guide
about What an animal eats.|Feed for an animal.
arg animal;pet;species;who
key feed;diet;eats;food
ask what does {e} eat?|what do I feed {e}|food for {e}?|{e} looks hungry, what do I give it
fact {e} eats {v}|give {e} {v}

allergens ; the food ; allergen
tool allergens of;allergy check;contains what;allergy info
about Allergens in a thing on the menu.|What a guest with an allergy must know.
arg item;product;food;name
key contains;allergen;alg;warn
ask what's in {e} that I could be allergic to?|allergens of {e}|is there something dangerous in {e}? I have allergies|allergy info for {e}
fact {e} contains {v}

lost things ; the thing ; spot
tool find thing;where is thing;locate item;lost and found
about Where a thing of the house is kept.|Finds things in the shop.
arg thing;item;object;what
key place;loc;spot;kept
ask where is {e}?|I can't find {e}|has anyone seen {e}|where do you keep {e}
fact the place of {e} is: {v}|the note on {e} says: {v}

shift ; person ; day
tool next shift;shift of;roster for;duty day
about Next day on which somebody works.|Looks into the roster.
arg name;person;colleague;staff
key next;day;shift;on
ask when does {e} work next?|is {e} in soon|next shift of {e}|I have to see {e}, which day?
fact {e} works on {v}|the next shift of {e} is on {v}

phone number ; full ; phone
tool phone of;get number;phone book;contact number
about Phone number of a contact.|Looks into the phone book.
arg name;contact;person;who
key tel;phone;nr;number
ask what's the number of {e}?|how do I reach {e} by phone|I must call {e}, number?|phone number of {e} please
fact the number of {e} is {v}|you reach {e} at {v}

room of event ; the event ; room
tool event room;room of event;where held;find room
about Room in which an event takes place.|Where an event is.
arg event;meeting;what;name
key room;where;venue;rm
ask where is {e} today?|which room is {e} in|I'm late for {e}, where do I go?|room for {e}?
fact {e} is in {v}|you find {e} in {v}

leader ; team ; score
tool last result;final score;match score;score of
about Score of a team's last match.|How a team played.
arg team;club;side;name
key score;res;ft;result
ask how did {e} play?|what was the score of {e}|last result of {e}?|I missed the match of {e}, what's the score
fact the last match of {e} ended {v}|the score of {e} was {v}

due date ; title ; date
tool due date;loan until;return date;loan of
about When a borrowed book is due.|Return date of a loan.
arg book;title;loan;item
key due;until;ret;back_by
ask when do I have to bring back {e}?|until when may I keep {e}|due date of {e}|is {e} overdue? when was it due
fact {e} is due on {v}|you have {e} until {v}

wifi ; place ; pass
tool wifi password;guest wifi;network key;wifi of
about Password of a guest network.|Wi-Fi access of a place.
arg network;place;spot;site
key pw;key;psk;pass
ask what's the wifi password at {e}?|wifi for {e}?|how do I get online at {e}|I need the internet at {e}, password please
fact the Wi-Fi password at {e} is {v}|at {e} the password is {v}

owner ; place ; full
tool owner of;who owns;shop owner;business owner
about Owner of a shop.|Who runs a place.
arg shop;business;place;name
key owner;held_by;own;boss
ask who owns {e}?|whose place is {e}|who runs {e}?|I have a question for the boss of {e}, who is it
fact {e} belongs to {v}|the owner of {e} is {v}|{v} runs {e}

colour ; code ; colour
tool paint colour;colour of;shade lookup;paint code
about Colour of a paint code.|What colour a code stands for.
arg code;paint;id;ref
key col;colour;shade;clr
ask what colour is {e}?|which colour does paint {e} have|I found a tin marked {e}, what colour is that?|colour of {e}
fact paint {e} is {v}|{e} is {v}

guest of ; table ; full
tool booked by;table guest;reservation at;who sits
about Who has booked a table.|Guest of a table.
arg table;seat;spot;where
key guest;name;booked;by
ask who has booked {e}?|whose is {e}|is {e} taken, by whom?|name for {e}?
fact {e} is booked by {v}|{v} has booked {e}
""".strip()

# What comes as a list. `noun` is one item, `num` a number that each may have (key, range, unit, the best, how it is said).
LISTS = """
films ; city ; title ; film ; in
tool films in;cinema programme;list films;movies tonight
about Films that run in a town tonight.|Cinema programme of a town.
arg city;town;place;where
ask what's on in the cinemas of {e}?|which films run in {e} tonight|we're in {e} and want to see a film, what is there?
fact the cinemas of {e} show {l}|in {e} you can see {l}
num price;4 19;euros;cheapest;costs {v}

menu ; place ; food ; item ; at
tool list menu;menu of;specials at;board of
about What a place has on its board today.|Menu of a café.
arg place;shop;venue;cafe
ask what's on the board at {e} today?|what can I eat or drink at {e}|menu of {e}?
fact {e} has {l} today|the board at {e} lists {l}
num price;2 9;euros;cheapest;costs {v}

tasks ; person ; task ; task ; for
tool list tasks;open tasks;todo of;duties of
about Open tasks of a person.|What somebody still has to do.
arg name;person;who;colleague
ask what does {e} still have to do?|open tasks of {e}|is {e} done with everything? what's on the list
fact {e} still has to {l}|the list for {e} says: {l}

hikes ; city ; peak ; walk ; near
tool walks near;find hikes;list trails;hiking near
about Walks near a town.|Trails around a place.
arg near;town;place;area
ask where can we walk near {e}?|hikes around {e}|we have a free day in {e}. any good hills?
fact near {e} there are {l}|around {e} you can climb {l}%many
num length;3 24;km;shortest;is {v} long

songs ; full ; title ; song ; by
tool songs by;list songs;tracks of;discography
about Songs of a musician.|What an artist has recorded.
arg artist;singer;name;by
ask which songs has {e} made?|what did {e} sing|songs by {e}?
fact {e} has made {l}|the songs of {e} are {l}%many
num length;95 300;seconds;shortest;plays for {v}

books ; full ; title ; book ; by
tool books by;list books;works of;library search
about Books of a writer in the library.|Finds books by a writer.
arg author;writer;name;by
ask what do you have by {e}?|books of {e}|which books did {e} write
fact {e} wrote {l}|by {e} the library has {l}
num pages;70 700;pages;shortest;has {v}

guests ; the event ; full ; guest ; for
tool guest list;who comes;list guests;signups for
about Who has signed up for an event.|Guests of an event.
arg event;occasion;what;for
ask who's coming to {e}?|guest list for {e}|do I know anybody at {e}? who has signed up
fact {l} will come to {e}|for {e} the list names {l}

recipe parts ; the bake ; part ; ingredient ; for
tool ingredients of;recipe parts;what goes in;list ingredients
about What a recipe needs.|Ingredients of a bake.
arg recipe;bake;dish;what
ask what do I need for {e}?|what goes into {e}|ingredients for {e} please
fact {e} needs {l}|you need {l} for {e}

stops ; bus ; street ; stop ; of
tool stops of;line stops;route of;list stops
about Stops of a line.|Where a bus or a tram stops.
arg line;route;service;ride
ask where does {e} stop?|stops of {e}|which way does {e} go, what are the stops
fact {e} stops at {l}|the stops of {e} are {l}%many

hotels ; city ; place ; hotel ; in
tool find hotels;hotels in;list stays;rooms in town
about Hotels with free rooms in a town.|Finds a bed for the night.
arg city;town;where;place
ask where can I sleep in {e}?|hotels in {e}|I'm stuck in {e} tonight, what's free?
fact in {e} you can stay at {l}|the free hotels in {e} are {l}%many
num price;45 240;euros;cheapest;costs {v}

cafes ; street ; place ; café ; on
tool cafes on;find cafes;coffee near;list cafes
about Cafés in a street.|Where to get coffee.
arg street;near;road;where
ask where can I get a coffee on {e}?|cafés near {e}|I stand on {e} and need coffee, what's here
fact on {e} I see {l}|near {e} there are {l}%many
num stars;2 5;stars;best;has {v}

bus times ; bus ; time ; departure ; of
tool timetable of;next departures;departures of;list departures
about The next departures of a line.|Timetable of a line.
arg line;route;ride;service
ask when does {e} go in the next hours?|departures of {e}|timetable for {e} please
fact {e} leaves at {l}|the next departures of {e} are at {l}%many

orders ; table ; food ; item ; for
tool order of;items at;open order;list order
about What a table has ordered.|Order of a table.
arg table;seat;tab;where
ask what did {e} order?|what goes to {e}|read me the order of {e}
fact {e} has ordered {l}|the order of {e} is {l}
num price;2 9;euros;cheapest;costs {v}

wines ; city ; wine ; wine ; from
tool wines from;list wines;cellar search;wine list
about Wines from the country around a town.|Bottles from a place.
arg region;origin;from;place
ask which wines from {e} do we have?|anything from {e} in the cellar|wines from {e}
fact from {e} we have {l}|the cellar has {l} from {e}
num price;9 80;euros;cheapest;costs {v}

classes ; day ; event ; event ; on
tool events on;list events;what happens;house programme
about What happens in the house on a day.|Events of a day.
arg day;weekday;on;when
ask what happens on {e}?|events for {e}|I'm free on {e}, what's on in the house?
fact on {e} the house has {l}|the programme for {e} lists {l}

pets ; person ; animal ; animal ; of
tool pets of;animals of;list pets;pet register
about Animals that somebody keeps.|Pets of a person.
arg owner;name;person;keeper
ask which animals does {e} have?|pets of {e}?|what lives at {e}'s place, any animals
fact the register names {l} for {e}|for {e} the list says {l}
num age;2 15;years;youngest;is {v} old

letters ; person ; full ; letter ; for
tool unread letters;mail for;list mail;post for
about Who has written to a person.|Senders of unread mail.
arg name;person;to;box
ask who has written to {e}?|mail for {e}?|any letters for {e}, from whom
fact {e} has mail from {l}|{l} wrote to {e}

staff ; place ; first ; colleague ; at
tool staff at;who works;team of;on duty
about Who is on duty at a place.|Team of a shop.
arg shop;place;branch;site
ask who works at {e} today?|who's on duty at {e}|staff of {e} right now?
fact {l} work at {e} today%many|on duty at {e}: {l}
""".strip()

# What is done: parameters as `name/other:kind`, the deed said in the passive or as a thing that is done.
DEEDS = """
order
tool place order;order food;new order;send order
about Orders something for a table.
param item/product/what:food, table/seat/for_table:table
ask order {a:item} for {table}|{table} wants {a:item}|could you put {a:item} on {table}'s bill?|one {item} to {table} please
done {a:item} [is|has been] ordered for {table}
already {a:item} was already on the order of {table}
part dishes for {table} were sent to the kitchen
ref order

message
tool send message;text person;write to;notify
about Sends a short message to a person.
param to/recipient/name:person, text/body/message:task
ask tell {to} to {text}|send {to} a message: {text}|write to {to} "{text}"|let {to} know: {text}
done {to} has been told to {text}|your message "{text}" has gone to {to}
already {to} already has the message "{text}"
part messages to {to} were sent
ref message

table booking
tool book table;reserve table;new reservation;table request
about Books a table in a place.
param place/venue/where:place, time/at/when:time, guests/people/party:count
ask book a table for {guests} at {place} at {time}|we're {guests}, {time}, {place}. can you reserve?|\
reserve {place} at {time} for {guests} people
done a table for {guests} at {place} is booked for {time}|your table at {place} for {guests} guests is reserved for {time}
already there was already a table for {guests} at {place} booked for {time}
part tables at {place} could be booked for {time}
ref booking

reminder
tool add reminder;set reminder;remind at;new reminder
about Sets a reminder.
param text/what/about:task, time/at/when:time
ask remind me to {text} at {time}|at {time} I must {text}, set a reminder|don't let me forget to {text}, {time}
done the reminder to {text} is set for {time}|I will remind you at {time} to {text}
already a reminder to {text} at {time} was already there
part reminders for {time} were saved
ref reminder

ticket
tool buy ticket;book show;get ticket;ticket order
about Buys tickets for a show.
param show/title/event:title, count/number/qty:count
ask get me {count} tickets for {show}|{count} tickets to {show} please|I want to see {show} with friends, buy {count} tickets
done {count} tickets for {show} are bought|you have {count} tickets for {show}
already you already had {count} tickets for {show}
part tickets for {show} were bought
ref ticket

parcel
tool ship parcel;send parcel;post package;dispatch
about Sends a parcel to a town.
param thing/item/content:goods, city/to/destination:city
ask send the {thing} to {city}|ship the {thing} to {city} please|the {thing} has to go to {city} today
done the {thing} is on its way to {city}|the {thing} has been sent to {city}
already the {thing} had already been sent to {city}
part parcels to {city} were sent
ref tracking

oven
tool set oven;heat oven;oven control;preheat
about Heats an oven to a temperature.
param oven/unit/which:oven, degrees/temp/heat:heat
ask heat the {oven} to {degrees} degrees|{oven} to {degrees} please|set the {oven} at {degrees} degrees, I want to bake
done the {oven} is set to {degrees} degrees|the {oven} now heats to {degrees} degrees
already the {oven} was already set to {degrees} degrees
part burners of the {oven} went on
ref job

lamp
tool set light;dim lights;room light;light level
about Sets the light of a room.
param room/place/zone:room, level/percent/brightness:percent
ask set the light in {room} to {level} percent|dim {room} to {level}|it's too bright in {room}, {level} percent please
done the light in {room} is at {level} percent now|{room} is set to {level} percent light
already the light in {room} was already at {level} percent
part lamps in {room} were set to {level} percent
ref job

invite
tool invite person;add guest;send invitation;guest add
about Invites a person to an event.
param person/guest/name:full, event/to/occasion:event
ask invite {person} to the {event}|put {person} on the list for the {event}|I'd like {person} to come to the {event}
done {person} is invited to the {event}|{person} has been put on the list for the {event}
already {person} was already invited to the {event}
part invitations to the {event} were sent
ref invitation

rename
tool rename playlist;rename list;change title;retitle
about Gives a list a new name.
param old/from/name:title, new/to/title:title2
ask call the list {old} "{new}" from now on|rename {old} to {new}|the list {old} should be called {new}
done the list {old} is called {new} now|{old} has been renamed to {new}
already the list was already called {new}
part lists were renamed to {new}
ref change

move
tool move meeting;reschedule;shift event;move event
about Moves an event to another time.
param event/what/name:event, time/to/new_time:time
ask move the {event} to {time}|the {event} has to start at {time} instead|can you push the {event} to {time}?
done the {event} now starts at {time}|the {event} has been moved to {time}
already the {event} was already at {time}
part guests of the {event} were told about {time}
ref change

stock order
tool restock;order supplies;refill stock;buy supplies
about Orders supplies for the store room.
param item/good/what:store, amount/qty/packets:count
ask order {amount} packets of {item}|we need {amount} packets of {item}|get {amount} packs of {item} from the supplier
done {amount} packets of {item} are ordered|the supplier will bring {amount} packets of {item}
already {amount} packets of {item} were already on order
part packets of {item} could be ordered
ref order

lend
tool lend item;check out;loan item;hand out
about Lends a thing to a person.
param item/what/thing:title, person/to/borrower:person
ask lend {item} to {person}|{person} takes {item} home|write down that {person} borrows {item}
done {item} is lent to {person}|{person} now has {item} on loan
already {person} already had {item} on loan
part books for {person} were checked out
ref loan

cancel
tool cancel booking;drop reservation;call off;remove booking
about Cancels a booking.
param booking/id/number:code
ask cancel booking {booking}|{booking} can go, please cancel|I can't come, call off {booking}
done booking {booking} is cancelled|{booking} has been cancelled
already booking {booking} was already cancelled
part nights of booking {booking} were cancelled
ref refund

print
tool print label;print sheets;print job;make copies
about Prints copies of a sheet.
param sheet/what/document:title, copies/count/n:count
ask print {copies} copies of {sheet}|{sheet}, {copies} copies please|I need {sheet} on paper, {copies} times
done {copies} copies of {sheet} are printed|the printer has made {copies} copies of {sheet}
already {copies} copies of {sheet} were already printed
part copies of {sheet} came out of the printer
ref job

bike
tool unlock bike;rent bike;open bike;release bike
about Unlocks a rental bike.
param bike/id/number:code, minutes/for/time:minutes
ask unlock bike {bike} for {minutes} minutes|I want bike {bike}, {minutes} minutes|give me {bike} for {minutes} minutes please
done bike {bike} is unlocked for {minutes} minutes|you can ride {bike} for {minutes} minutes
already bike {bike} was already unlocked
part locks of bike {bike} opened
ref ride

payment
tool send money;pay person;transfer;pay back
about Pays an amount to a person.
param to/name/payee:full, amount/sum/euros:euros
ask pay {to} {amount} euros|send {amount} euros to {to}|I owe {to} {amount} euros, please pay
done {amount} euros have gone to {to}|{to} has been paid {amount} euros
already {to} had already been paid {amount} euros
part payments to {to} went through
ref payment

plants
tool water plant;start watering;irrigate;sprinkler
about Waters a plant for some minutes.
param plant/which/name:plant, minutes/time/duration:minutes
ask water the {plant} for {minutes} minutes|the {plant} looks dry, give it {minutes} minutes|{minutes} minutes of water for the {plant}
done the {plant} gets water for {minutes} minutes|watering the {plant} for {minutes} minutes has begun
already the {plant} had already been watered
part sprinklers at the {plant} started
ref job

song
tool queue song;play song;add to queue;play next
about Puts a song into the queue of a room.
param song/title/track:title, room/where/zone:room
ask play {song} in {room}|put on {song} in {room}|I want to hear {song}, {room} please
done {song} is in the queue for {room}|{song} plays next in {room}
already {song} was already in the queue for {room}
part songs for {room} were put into the queue
ref request

repair
tool report fault;repair request;open repair;fault report
about Reports a broken thing in a room.
param device/what/thing:device, room/where/place:room
ask the {device} in {room} is broken, report it|report the {device} in {room}|somebody has to look at the {device} in {room}
done the {device} in {room} has been reported|a repair of the {device} in {room} is on the list
already the {device} in {room} was already reported
part faults in {room} were passed on
ref report
""".strip()

# Two tools, one after another: names | about | arguments | keys, of the first and of the second; {e} asked, {m} found, {v} in the end.
CHAINS = """
person ; person ; code ; cents | find customer;customer id;look up customer | Finds the customer number of a person. | name;person |\
 id;customer;cust_no
  | balance of;account balance;open amount | Open amount of a customer number. | customer_id;id;account | due;bal;open
  | how much does {e} still owe?;what's open on {e}'s account;look up {e} and tell me the balance |\
 {e}, customer {m}, still owes {v} euros;{e} owes {v} euros;the balance of {e} is {v} euros
order ; code ; code ; state | parcel of order;order parcel;shipping number | Gives the parcel number of an order. | order;order_no |\
 parcel;tracking;shipment
  | trace parcel;parcel position;carrier status | Tells where a parcel is. | tracking;parcel;no | state;pos;status
  | where is my order {e}?;find the parcel of order {e} and track it;I ordered {e}, where does it hang around |\
 order {e} went out as parcel {m} and is {v};the parcel of order {e} is {v}
author ; title ; full ; title2 | book writer;find author;written by | Who wrote a book. | book;title | author;writer;by
  | newest book;latest work;last book | The newest book of a writer. | author;name;writer | title;latest;book
  | what's the newest book by the author of {e}?;I loved {e}, has the author written something new?;latest book of whoever wrote {e} |\
 {e} is by {m}, whose newest book is {v};the newest book by {m} is {v}
team ; team ; city ; sky | home ground;town of team;team home | Town where a team plays at home. | team;club | town;city;home
  | weather word;sky over;outlook | What the sky is like in a town. | city;town;place | sky;cond;wx
  | what will the weather be at the home game of {e}?;sky over the stadium of {e};do I need a coat for the {e} game at home |\
 {e} play in {m}, where {v} is expected;expect {v} in {m}, the home of {e}
meeting ; event ; room ; count | event place;where is event;event room | Room of an event. | event;name | room;where;loc
  | seats of room;chairs in;room chairs | Chairs in a room. | room;name;id | chairs;n;seats
  |\
 how many chairs are in the room of the {e}?;does the {e} have enough chairs, how many are there;\
find the room for the {e} and count its chairs | the {e} is in {m}, which has {v} chairs;\
there are {v} chairs in {m}, where the {e} takes place
friend ; person ; city ; temp | home of;where lives;town of person | Town where a person lives. | name;person | town;city;lives_in
  | degrees in;town temperature;warmth at | Temperature in a town. | city;place;town | temp;deg;t
  | how warm is it where {e} lives?;what's the temperature at {e}'s home;is it cold at {e}'s place, how many degrees |\
 {e} lives in {m}, where it is {v} degrees;it is {v} degrees in {m}, where {e} lives
flight ; flight ; city ; time | arrival city;flight goal;destination of | Where a flight goes. | flight;number | dest;to;city
  | local time;clock in;time in town | Local time in a town. | city;town;place | time;now;local
  | what time is it now where {e} lands?;local time at the destination of {e};{e} goes where, and what's the time there |\
 {e} goes to {m}, where it is {v} now;it is {v} in {m}, where {e} lands
dish ; food ; full ; phone | supplier of;who delivers;maker of | Who delivers a thing. | item;product | supplier;from;maker
  | phone number of;call sheet;dial number | Phone number of a contact. | name;contact;who | tel;nr;phone
  |\
 whom do I call about the {e}, and at which number?;phone number of the supplier of the {e};\
we're out of {e}, what's the number of the supplier | the {e} comes from {m}, whose number is {v};\
you reach {m}, who delivers the {e}, at {v}
guest ; full ; room ; pass | room of guest;guest room;where stays | Room of a hotel guest. | guest;name | room;stays_in;rm
  | door code;key of room;entry code | Door code of a room. | room;door;id | code;key;entry
  | what's the door code for {e}'s room?;{e} forgot the code of the room;find the room of {e} and give me its code |\
 {e} stays in {m}, and the code is {v};the code for {m}, the room of {e}, is {v}
part ; device ; code ; cents | part number;find part;spare part for | Spare part number for a device. | device;for | part;no;ref
  | part price;price of part;parts cost | Price of a spare part. | part;number;ref | price;eur;cost
  | what does a spare part for the {e} cost?;price of the part for our {e};I need a part for the {e}, how much is it |\
 the part for the {e} is {m} and costs {v} euros;part {m} for the {e} costs {v} euros
pet ; animal ; full ; day | vet of;who treats;animal doctor | Which vet treats an animal. | animal;pet | vet;doctor;name
  | free day;next opening;office day | Next free day of a doctor. | name;doctor;person | day;next;free
  | when can the {e} see its vet?;next free day of the vet who treats the {e};my {e} limps, when has its doctor time |\
 the {e} is treated by {m}, who is free on {v};{m}, the vet of the {e}, has time on {v}
table ; table ; full ; drink | name at table;who has table;table name | Who has booked a table. | table;seat | guest;name;by
  | favourite of;usual drink;guest likes | What a guest usually drinks. | guest;name;person | usual;likes;drink
  | what does the guest at {e} usually drink?;what should I bring to {e}, the usual;find out who sits at {e} and what they like |\
 {m} sits at {e} and usually drinks {a:v};at {e} sits {m}, whose usual is {a:v}
""".strip()

# Why something failed: what the tool says | the same in plain words.
REASONS = """
ERR_LOCKED: record is locked by {p}|the record is locked by {p}
Error 429 quota used up until {h}|the quota is used up until {h}
{"error":"quota","resets":"{h}"}|the quota is used up and comes back at {h}
{"ok":false,"reason":"no such entry"}|there is no such entry
NOT_FOUND {e}|{e} was not found
no such name: {e}|there is no such name as {e}
PermissionError: only {p} may do this|only {p} may do this
403 forbidden, ask {p}|it is forbidden, and {p} has to be asked
{"status":"denied","need":"role of manager"}|it needs the role of manager
offline until {h}|the service is offline until {h}
SERVICE DOWN, BACK AT {h}|the service is down and will be back at {h}
{"code":503,"msg":"maintenance until {h}"}|there is maintenance until {h}
TimeoutException after {n} s|there was no answer within {n} seconds
timed out ({n} seconds)|it timed out after {n} seconds
E{n}: cable unplugged|a cable is unplugged, error E{n}
E{n} paper jam|there is a paper jam, error E{n}
FAULT {n}: {x} valve stuck|the {x} valve is stuck, fault {n}
SensorError: {x} sensor gives no value|the {x} sensor gives no value
{"err":"battery empty"}|the battery is empty
disk full|the disk is full
rejected: card expired|the card has expired
PAYMENT_REQUIRED|a payment is required first
LimitExceeded: at most {n} per day|at most {n} are allowed per day
{"error":"limit {n} reached"}|the limit of {n} is reached
AMBIGUOUS: {n} matches|there are {n} matches, so it is not clear which one is meant
{"error":"duplicate","of":"{c}"}|it is a duplicate of {c}
Conflict with {c}|it conflicts with {c}
token expired|the token has expired
LoginError: password changed|the password has been changed
no signal|there is no signal
connection refused by {x}|the connection was refused by {x}
host {x} unreachable|the host {x} cannot be reached
DNS failure for {x}|the address of {x} could not be found
BUSY: {p} is using it|{p} is using it at the moment
in use by {p} until {h}|it is in use by {p} until {h}
queue full, {n} waiting|the queue is full, with {n} waiting
closed on holidays|it is closed on holidays
CLOSED, opens {h}|it is closed and opens at {h}
{"error":"out of range","km":{n}}|it is out of range, at {n} km
IndexError: list is empty|the list is empty
KeyError: {x}|the key {x} is missing
db {x} is read only|the database {x} can only be read
migration running, {n} percent done|a migration is running and is {n} percent done
{"warn":"door open","retry":true}|the door is open
safety stop pressed|the safety stop has been pressed
child lock on|the child lock is on
overheated, cools down until {h}|it is overheated and cools down until {h}
water tank empty|the water tank is empty
sale not started, begins {h}|the sale has not started and begins at {h}
sorry, only members|it is for members only
account suspended by {p}|the account was suspended by {p}
License {c} ran out|the licence {c} has run out
invalid response from {x}|{x} gave an invalid answer
backup in progress|a backup is in progress
storm warning, system off|the system is off because of a storm warning
""".strip()
