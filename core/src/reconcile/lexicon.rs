//! What words mean to the comparison of statements: general knowledge of English and of software, as data.
//!
//! Every list is about how people talk about software anywhere; none names a project. Words are
//! written as [`stem`](crate::text::stem) leaves them where the comment says so.

use alloc::vec::Vec;

use super::alternatives;
use super::glossary::Key;
use super::marks::Marks;
use crate::text::{Dictionary, Rows, Words};

/// Words without content of their own.
static STOP: Words = Words::new(
    "a about above actually additionally after again all almost along already also always am among an and any \
     anything approximately are around as at basically be because been before being below between both but by can \
     could currently did do does doing done down during each either else etc even ever every everything exactly few \
     for from further generally get gets got had has have having he her here hers him his how however i i'll i'm i've \
     if in into is it it's its itself just let let's lets like may me might more most much must my nearly normally \
     now of off ok okay on once one only onto or other our ours out over own per please really roughly s same shall she \
     should simply since so some something still such than that that's the their theirs them then there there's these \
     they they're thing things this those through thus to today too uh uhm um under until up upon us usually very via was we \
     we'll we're we've well were what when where which while who whole whom why will with within would yes yet you \
     you're your yours",
);

/// Words that turn a clause into its opposite.
static NEGATORS: Words = Words::new(
    "ain't aint aren't arent can't cannot cant couldnt didnt hadnt hasnt havent isnt mustnt neednt shouldnt wasnt werent wont wouldnt couldn't didn't doesn't doesnt don't dont hadn't hasn't haven't isn't mustn't \
     needn't neither never no nobody none nor not nothing shouldn't wasn't weren't without won't wouldn't",
);

/// Predicates that deny or end what they are said of; stems.
static DENIALS: Words = Words::new(
    "abandon absent avoid ban bann block break broken bypass cancel cancell delet deprec disabl discontinu disregard \
     drop dropp end exclud expir fail forbid forbidden ignor imposs kill lack lift miss obsolet omit prevent prohibit \
     redact refus reject remov retir revert revok scrub skip stop strip sunset unavail uninstal unsupport withdrawn",
);

/// Verbs that say where a thing is; stems.
static LIVES: Words = Words::new("held hold host keep kept live locat place put resid save sit stay store");

/// Verbs that act on what is there already; stems.
static ALTERS: Words = Words::new("alter chang edit modifi refactor renam rewrit touch updat");

/// Verbs that say a thing plays a part; stems.
static INVOLVES: Words =
    Words::new("call check consult follow involv load need queri read requir respect touch us use");

/// Verbs that give up a thing; stems.
static GIVES_UP: Words = Words::new(
    "abandon abolish axe cancel cancell decommiss delet dismantl uninstal forget deprec renam discontinu ditch drop dropp gone kill over remov replac retir rip ripp scrap scrapp shut sunset supersed swap undo undid undon \
     swapp",
);

/// Of these, the ones that give a thing up for good: what is deleted or removed may be but a part.
static DROPS: Words =
    Words::new("abandon abolish axe cancel cancell ditch drop dropp kill retir scrap scrapp uninstal");

/// Whether the word gives a thing up for good.
pub(super) fn drops(stem: &str) -> bool {
    DROPS.contains(stem)
}

/// Words that only say what kind of thing a name is for: with it the thing goes. Stems.
static KINDS: Words = Words::new(
    "account app approach backend bot branch cluster contract control databas depend frontend instanc integr librari method modul packag server servic shell \
     setup wrapper stack stuff subscript support system thing tool",
);

/// Whether the word only says what kind of thing a name is for.
pub(super) fn stands_for_whole(stem: &str) -> bool {
    KINDS.contains(stem)
}

/// Orders for work on code; stems.
static WORK: Words = Words::new("add chang creat fix implement make modifi refactor rewrit updat write");

/// Whether the word is an order for work on code.
pub(super) fn is_work(stem: &str) -> bool {
    WORK.contains(stem)
}

/// Words that give an amount another value.
static RESETS: Words = Words::new(
    "bump bumped change changed cut decrease decreased increase increased lengthened lower lowered raise raised reduce \
     reduced shortened",
);

/// Whether the word gives an amount another value.
pub(super) fn resets(word: &str) -> bool {
    RESETS.contains(word)
}

/// "20 or newer" counts on.
pub(super) fn is_more(word: &str) -> bool {
    matches!(word, "newer" | "older" | "later" | "higher" | "above" | "below" | "starting")
}

/// Whether the word says that there is no limit.
pub(super) fn is_unlimited(stem: &str) -> bool {
    matches!(stem, "unlimit" | "limitless")
}

/// What is said of a thing that something else is taken for; stems.
static SET_ASIDE: Words =
    Words::new("archiv eol evalu expens mistak mistake wrong fallback freez frozen legaci obsolet outdat unmaintain");

/// Whether the word calls something a mistake.
pub(super) fn is_wrong(stem: &str) -> bool {
    matches!(stem, "wrong" | "mistak" | "mistake")
}

/// Whether the word sets aside what it is said of.
pub(super) fn sets_aside(stem: &Key) -> bool {
    stem.marks.has(Marks::SET_ASIDE)
}

/// Words by which somebody has charge of a thing; stems.
static CHARGE: Words = Words::new("own maintain lead led respons contact charg owner maintainer");

/// Whether the word says that somebody has charge of a thing.
pub(super) fn has_charge(stem: &str) -> bool {
    CHARGE.contains(stem)
}

/// Verbs whose object is part of the thing or asked for by it; stems.
static TAKES_IN: Words = Words::new("need requir includ contain use us carri hold keep");

/// Whether the verb leaves room for any number of objects.
pub(super) fn takes_many(stem: &str) -> bool {
    matches!(stem, "accept" | "add" | "contain" | "includ" | "offer" | "support")
}

/// Verbs that tell that a thing is there now; stems.
static ARRIVALS: Words =
    Words::new("add ad arriv avail enabl exist fix implement land launch releas run ship support version work");

/// Words that say a state is new; stems. Phrases are found by [`super::statement`].
static CHANGE: Words = Words::new(
    "abandon anymore beats becom bump chang converted ditch dropped favour favor handed raised scrap scrapped slip slipped correct decreas deprec discontinu downgrad drop dropp ended formerly \
     henceforth increas instead lift longer lower migrat moved moving newly now nowaday obsolet overturn ported \
     postpon previously rais reconsider reduc relicens remov renam replac resched retir revert rewritten rewrote sunset supersed \
     switch updat upgrad won",
);

/// Words that add to a statement without taking anything back.
static ADDITIVE: Words = Words::new("additionally also besides except furthermore moreover plus");

/// Nouns and verbs too general to say what a statement is about; stems.
static LIGHT: Words = Words::new(
    "abil actual agre amount builtin case certain choos chose chosen come decid decis default do down everyth exact exist \
     featur full go goe have item kind know made main make mechan mode need number option overal part pick plan prefer present \
     project put own real recommend same select set simpl specif support system take thing think tomorrow total type up us use want way \
     went yesterdai yesterday",
);

/// Labels that say what a part of a text is, not what something is; stems.
static TEXT_LABELS: Words = Words::new(
    "answer aim background bottom caus conclus consequ context detail exampl explan find fix goal hint implic lesson \
     line next note outcom problem question reason remind result short step summari takeawai tip tl updat verdict",
);

/// Verbs that split a clause into its subject and what is said of it; stems.
static VERBS: Words = Words::new(
    "accept add agre allow appear appli ask assum authent becom began begin belong block bootstrap break build built \
     bundl bypass cach call carri chang check choos chose clone close collaps collect come commit compil compriz comput \
     configur connect consid consist contain convert copi cost count cover creat deal decid declar default defin delet deliv depend \
     deploy describ detect determin disabl discard drive drop dropp emit enabl encod encrypt end enforc exceed exclud \
     execut exist exit expect expir expos fail fetch find follow forc format forward found freez gain gave generat \
     give go goe guard handl happen hold honor honour host ignor implement import includ inject insist instal invok iter \
     keep kept launch lead led let like limit link lint list listen live load log made maintain make manag map match \
     mean measur merg migrat mount move moved moving name need notifi occur offer open order own parallel parse \
     partit pass pay perform persist pick pin point poll port power prefer prepar process produc propag protect \
     provid publish pull purg push queri queue rais ran rank reach read rebuild receiv recommend record redirect \
     refer refresh reject relat releas reli rememb remov renam render replac report requir reserv reset resolv \
     respect respond restart restor resum retain retri return review rewrit rotat rout run sanit save scale scan \
     schedul see select send sent serial serv set settl share ship show shut sign sit skip solv sort spawn split \
     squash start stay stop store stream submit suggest suppli support switch sync tag take target terminat test \
     throw time took touch track transform translat transmit trigger trust turn unlock updat upgrad upload us use \
     valid verifi version view wait want warn watch weigh went work wrap write written",
);

/// Verbs that only the comparison of statements asks for; stems.
static MORE_VERBS: Words =
    Words::new("abort arriv get got hang hit lose meet occupi postpon rebas renew shift sleep slip speak talk");

/// Auxiliaries: the surest sign of where the subject ends.
static AUXILIARIES: Words = Words::new(
    "always are aren't arent isnt wasnt werent hasnt havent didnt wont wouldnt shouldnt couldnt be became becomes can can't cannot cant could did didn't do does doesn't doesnt don't dont \
     gets had has hasn't have haven't i'm is isn't it's may might must mustn't needs never no remains shall should \
     shouldn't stays that's they're was wasn't we're were weren't will won't would",
);

/// Words before a condition under which a statement holds.
static SCOPE_MARKERS: Words = Words::new("at during for if in inside on per under unless when");

/// Verbs whose object excludes any other object: one thing lives in one place; stems.
static EXCLUSIVE_VERBS: Words = Words::new(
    "base build built bundl call choos chose chosen compil default deliv deploy encod encrypt format generat go goe handl \
     express happen host keep kept licens live log mail maintain manag measur name opt own packag pick point power publish read \
     render report reside run save select send serv settl sign store target us use went write written",
);

/// Exclusive verbs that can hold in several places at once: used in tests and in production; stems.
static AT_HOME_EVERYWHERE: Words = Words::new("us use run call go goe handl happen pick choos default");

/// Whether the verb can hold in several places at once.
pub(super) fn is_at_home(stem: &str) -> bool {
    AT_HOME_EVERYWHERE.contains(stem) || matches!(stem, "test" | "support" | "need")
}

/// What a ticket is before something comes of it, and after; stems.
static WAITS: Words = Words::new("block draft open pend progress review wait");
static SETTLED: Words = Words::new("close closed done fix implement land merg reject releas resolv ship version");

/// Whether the word says that something has yet to come of a thing.
pub(super) fn waits(stem: &str) -> bool {
    WAITS.contains(stem)
}

/// Whether the word says that something has come of a thing.
pub(super) fn is_settled(stem: &str) -> bool {
    SETTLED.contains(stem)
}

/// Words that put a thing somewhere, name its means or its form; those of a row fill the same place.
static PLACING: Rows = Rows::new(&["in at under to into inside", "on with by via using through", "as", "from"]);

/// Properties of which a thing has one; stems.
static ATTRIBUTES: Words = Words::new(
    "address backend branch budget channel code color colour currenc date deadlin default directori domain email \
     encod endpoint engin extens folder format framework host interv languag lead level licens limit locale locat \
     maintain manag mode name owner path port prefix price protocol provid region schedul size statu suffix taglin \
     target threshold timeout timezon titl unit url vendor version",
);

/// Verbs that only say that something will be done; stems.
static RESOLVES: Words = Words::new("decid agre want plan need choos chose start begin intend");

/// Words that say a thing has another place or name now.
static MOVES: Words = Words::new(
    "changed converted migrated migrating move moved moving ported relocated renamed replaced replacing rewritten \
     switched switching transferred",
);

/// Marks of the one best choice; stems.
static SUPERLATIVES: Words = Words::new(
    "best cleanest fastest favorit favourit first ideal preferred recommend safest simplest strongest top winner",
);

/// Forms of the same, as they are written.
static BEST: Words = Words::new(
    "biggest broadest cheapest clearest closest deepest easiest finest freshest greatest hardest healthiest heaviest \
     highest largest leanest lightest longest lowest newest nicest oldest quickest richest sharpest shortest slowest \
     smallest smartest softest soundest tightest toughest weakest widest",
);

/// Words for one idea; the first of each row stands for all. Stems.
static SYNONYMS: Rows = Rows::new(&[
    "keep kept retain retent preserv",
    "memori rememb recollect recal",
    "new fresh",
    "delet remov eras",
    "run ran work function execut",
    "repo repositori",
    "doc document",
    "config configur set settings",
    "env environ",
    "prod product",
    "auth authent",
    "databas db",
    "postgresql postgr postgres pg",
    "javascript js",
    "typescript ts",
    "kubernet k8s",
    "mongodb mongo",
    "dynamodb dynamo",
    "timescaledb timescal timescale",
    "influxdb influx",
    "elasticsearch elastic",
    "commit track",
    "limit maximum max cap ceil",
    "minimum min",
    "need requir requirement",
    "write written wrote",
    "build built",
    "send sent",
    "folder directori dir",
    "organis organiz org",
    "excludi exclud without",
    "nightly nightli everynight",
    "daili everyday",
    "version releas",
    "fast quick",
    "error failur fail",
    "wait delai delay",
    "app applic",
    "frontend ui",
    "support allow permit enabl",
    "ship deliv",
    "price cost",
    "licens licenc",
]);

/// Counted units with their factor to the base of the dimension.
static UNITS: Dictionary<(&str, f64)> = Dictionary::new(&[
    ("ms", ("time", 0.001)),
    ("millisecond", ("time", 0.001)),
    ("s", ("time", 1.0)),
    ("sec", ("time", 1.0)),
    ("second", ("time", 1.0)),
    ("min", ("time", 60.0)),
    ("minut", ("time", 60.0)),
    ("m", ("time", 60.0)),
    ("h", ("time", 3600.0)),
    ("hour", ("time", 3600.0)),
    ("hr", ("time", 3600.0)),
    ("d", ("time", 86_400.0)),
    ("dai", ("time", 86_400.0)),
    ("day", ("time", 86_400.0)),
    ("week", ("time", 604_800.0)),
    ("month", ("time", 2_629_800.0)),
    ("year", ("time", 31_557_600.0)),
    ("b", ("size", 1.0)),
    ("g", ("size", 1e9)),
    ("byte", ("size", 1.0)),
    ("kb", ("size", 1e3)),
    ("kib", ("size", 1024.0)),
    ("mb", ("size", 1e6)),
    ("mib", ("size", 1_048_576.0)),
    ("gb", ("size", 1e9)),
    ("gib", ("size", 1_073_741_824.0)),
    ("tb", ("size", 1e12)),
    ("percent", ("share", 0.01)),
    ("%", ("share", 0.01)),
    ("cent", ("money", 0.01)),
    ("ct", ("money", 0.01)),
    ("eur", ("money", 1.0)),
    ("euro", ("money", 1.0)),
    ("usd", ("money", 1.0)),
    ("dollar", ("money", 1.0)),
    ("gbp", ("money", 1.0)),
    ("pound", ("money", 1.0)),
    ("chf", ("money", 1.0)),
    ("hz", ("frequency", 1.0)),
    ("khz", ("frequency", 1e3)),
    ("mhz", ("frequency", 1e6)),
    ("ghz", ("frequency", 1e9)),
    ("fps", ("frames", 1.0)),
    ("kg", ("weight", 1.0)),
    ("mm", ("length", 0.001)),
    ("cm", ("length", 0.01)),
    ("km", ("length", 1e3)),
    ("px", ("pixels", 1.0)),
    ("mah", ("charge", 1.0)),
    ("rps", ("rate", 1.0)),
    ("qps", ("rate", 1.0)),
    ("time", ("times", 1.0)),
    ("x", ("times", 1.0)),
]);

static NUMBER_WORDS: Dictionary<f64> = Dictionary::new(&[
    ("zero", 0.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
    ("thousand", 1000.0),
    ("once", 1.0),
    ("twice", 2.0),
]);

/// Things that are counted again and again, so that a later count replaces an earlier one; stems.
static MEASURED: Words = Words::new(
    "articl bug bundl byte commit contributor coverag customer depend download endpoint error file fork issu latenc \
     line packag page pr record request row session size star test ticket user vulner warn",
);

/// What takes a time that is measured rather than set; stems.
static PERFORMS: Words = Words::new(
    "averag boot build compil finish load median open p50 p90 p95 p99 render respond start startup take took",
);

/// Whether a word tells how long something takes.
pub(super) fn is_performance(stem: &str) -> bool {
    PERFORMS.contains(stem)
}

/// Properties that somebody sets, so that two values disagree instead of being measured twice; stems.
static CONFIGURED: Words = Words::new(
    "allow budget default expir interval keep limit maximum minimum must need polici port price quota retent retri \
     retry rule run threshold timeout ttl version",
);

/// The lists that are asked about every word of a statement, each with the mark that stands for it.
pub(super) fn marked() -> Vec<(Marks, &'static Words)> {
    Vec::from([
        (Marks::STOP, &STOP),
        (Marks::NEGATOR, &NEGATORS),
        (Marks::DENIAL, &DENIALS),
        (Marks::GIVES_UP, &GIVES_UP),
        (Marks::SET_ASIDE, &SET_ASIDE),
        (Marks::CHANGE, &CHANGE),
        (Marks::ADDITIVE, &ADDITIVE),
        (Marks::LIGHT, &LIGHT),
        (Marks::VERB, &VERBS),
        (Marks::VERB, &MORE_VERBS),
        (Marks::AUXILIARY, &AUXILIARIES),
        (Marks::SCOPE_MARKER, &SCOPE_MARKERS),
        (Marks::SUPERLATIVE, &SUPERLATIVES),
        (Marks::CONFIGURED, &CONFIGURED),
        (Marks::RESOLVE, &RESOLVES),
        (Marks::MEASURED, &MEASURED),
    ])
}

/// The words that lead to something else, each with the mark that tells so.
pub(super) fn keyed() -> impl Iterator<Item = (&'static str, Marks)> {
    let synonyms = SYNONYMS.all().map(|word| (word, Marks::SYNONYM));
    let products = alternatives::products().map(|word| (word, Marks::PRODUCT));
    let units = UNITS.all().map(|word| (word, Marks::UNIT));
    synonyms.chain(products).chain(units).chain(NUMBER_WORDS.all().map(|word| (word, Marks::NUMBER)))
}

/// The stop word as the list has it, if it is one.
pub(super) fn stop_word(word: &str) -> Option<&'static str> {
    STOP.own(word)
}

/// Whether the word carries no content.
pub(super) fn is_stop(word: &str) -> bool {
    STOP.contains(word)
}

/// Whether the stem denies or ends what it is said of.
pub(super) fn is_denial(stem: &str) -> bool {
    DENIALS.contains(stem)
}

/// Whether two verbs say of a thing where it is.
pub(super) fn both_place(a: &str, b: &str) -> bool {
    LIVES.contains(a) && LIVES.contains(b)
}

/// Whether the verb is about what is there already.
pub(super) fn alters(stem: &str) -> bool {
    ALTERS.contains(stem)
}

/// Whether the verb says of a thing where it is.
pub(super) fn places(stem: &str) -> bool {
    LIVES.contains(stem)
}

/// Whether the verb says that a thing plays a part.
pub(super) fn involves(stem: &str) -> bool {
    INVOLVES.contains(stem)
}

/// Whether the verb gives up what it is said of.
pub(super) fn gives_up(stem: &Key) -> bool {
    stem.marks.has(Marks::GIVES_UP)
}

/// Whether the verb says that its object is part of the thing or asked for by it.
pub(super) fn takes_in(stem: &str) -> bool {
    TAKES_IN.contains(stem)
}

/// Whether the verb tells that a thing is there now.
pub(super) fn arrives(stem: &str) -> bool {
    ARRIVALS.contains(stem)
}

/// Verbs of which the object is left for another; stems.
static SWITCHES: Words = Words::new("switch migrat swap renam rebrand chang convert");

/// Whether the object of the verb is left for another: "switch X to Y".
pub(super) fn switches(stem: &str) -> bool {
    SWITCHES.contains(stem)
}

/// Whether the stem labels a part of a text.
pub(super) fn is_label(stem: &str) -> bool {
    TEXT_LABELS.contains(stem)
}

/// Whether the stem is too general to be a topic.
pub(super) fn is_light(stem: &str) -> bool {
    LIGHT.contains(stem)
}

/// Whether the stem can be the verb of a clause.
pub(crate) fn is_verb(stem: &str) -> bool {
    VERBS.contains(stem)
}

/// Whether the word is an auxiliary.
pub(crate) fn is_auxiliary(word: &str) -> bool {
    AUXILIARIES.contains(word)
}

/// Whether the verb leaves room for one place only.
pub(super) fn is_placement_verb(stem: &str) -> bool {
    EXCLUSIVE_VERBS.contains(stem) && !AT_HOME_EVERYWHERE.contains(stem)
}

/// Whether the verb leaves room for one object only.
pub(super) fn is_exclusive_verb(stem: &str) -> bool {
    EXCLUSIVE_VERBS.contains(stem)
}

/// Whether the word puts a thing in a place or a form.
pub(super) fn is_placing(word: &str) -> bool {
    PLACING.of(word).next().is_some()
}

/// Whether two such words fill the same place.
pub(super) fn same_placing(a: &str, b: &str) -> bool {
    PLACING.of(a).next() == PLACING.of(b).next()
}

/// Whether the stem names a property of which a thing has one.
pub(super) fn is_attribute(stem: &str) -> bool {
    ATTRIBUTES.contains(stem)
}

/// Whether the word says that a thing has another place or name now.
pub(super) fn is_move(word: &str) -> bool {
    MOVES.contains(word)
}

/// Whether the form of the word marks the one best choice.
pub(super) fn is_best(word: &str) -> bool {
    BEST.contains(word)
}

/// Whether the stem names something counted again and again.
pub(super) fn is_measured(stem: &str) -> bool {
    MEASURED.contains(stem)
}

/// The stem that stands for all words of one idea.
pub(super) fn canonical(stem: &str) -> &str {
    SYNONYMS.of(stem).next().map_or(stem, |row| SYNONYMS.first(row))
}

/// Dimension and factor of a unit.
pub(super) fn unit_of(stem: &str) -> Option<(&'static str, f64)> {
    UNITS.get(stem)
}

/// What a unit, as it is written, measures; empty when it is none.
pub(super) fn dimension_of(word: &str) -> &'static str {
    unit_of(word).or_else(|| unit_of(&crate::text::stem(word))).map_or("", |(dimension, _)| dimension)
}

/// Whether a word, as it is written, counts something: `ms`, `GB`, `minutes`.
pub(crate) fn is_unit(word: &str) -> bool {
    unit_of(word).or_else(|| unit_of(&crate::text::stem(word))).is_some()
}

/// The value of a number written as a word.
pub(super) fn number_word(word: &str) -> Option<f64> {
    NUMBER_WORDS.get(word)
}
