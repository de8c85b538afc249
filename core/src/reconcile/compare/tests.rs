use super::*;

/// Pairs of made-up projects, one per mechanism.
#[test]
fn relations_of_made_up_pairs() {
    use Relation::{Contradicts, Duplicate, Refines, Supersedes, Unrelated};
    let mut wrong = Vec::new();
    for (a, b, relation) in [
        ("Logs are kept for 30 days.", "Logs are kept for 90 days.", Contradicts),
        ("Auto-switch is enabled.", "Disable auto-switch.", Contradicts),
        ("Multihop is enabled.", "Turn off multihop.", Contradicts),
        ("The launcher uses `pkexec`.", "I replaced the `pkexec` approach with `sudo -E`.", Supersedes),
        ("The notepad opens with F2.", "We changed the notepad to using F4 from F2.", Supersedes),
        ("Profile: balanced", "Profile: performance (was: balanced)", Supersedes),
        ("The repo M-Lane-Code holds the chats.", "Fix all instances of M-Lane-Code into M-Lane.", Supersedes),
        ("RetryPolicy wraps all calls.", "Let's remove RetryPolicy on a new branch.", Supersedes),
        ("The helper is `fetch_all`.", "Renamed `fetch_all` to `load_pages`.", Supersedes),
        ("The repo is M-Lane-Code.", "**Renamed directory:** `M-Lane-Code` → `M-Lane`", Supersedes),
        ("The page after `login` is `home`.", "Flow: `home` → `settings`.", Unrelated),
        ("`README.md` is headed \"Ferry\".", "`docs/README.md` is headed \"Guide\".", Unrelated),
        ("`ferry.md` is headed \"Ferry\".", "`docs/ferry.md` is headed \"Guide\".", Contradicts),
        ("Alerts are posted to #ops.", "Alerts are now posted to #general instead.", Supersedes),
        ("Sessions are stored in Redis.", "Do not forget that sessions are stored in Redis.", Duplicate),
        ("We use Redis for the queue.", "We use nothing but Redis for the queue.", Duplicate),
        ("We test the billing with pytest.", "The billing needs Kafka and two ingest workers.", Refines),
        ("A run takes 1h 30m.", "A run takes 90 minutes.", Duplicate),
        ("The sandbox runs Python 3.1 today.", "The sandbox runs Python 3.10 today.", Refines),
        ("The table holds 10M rows.", "The table holds ten million rows.", Duplicate),
        ("We keep seventeen backups.", "We keep twelve backups.", Contradicts),
        ("The cache lives in Redis.", "The cache lives in Memcached.", Contradicts),
        ("We never rebase shared branches.", "We always rebase shared branches.", Contradicts),
        ("Only admins can restart the worker.", "Developers can restart the worker.", Contradicts),
        ("The importer supports CSV files.", "The importer does not support CSV files.", Contradicts),
        ("The report is sent weekly.", "The report is sent daily.", Contradicts),
        ("The site is hosted on Netlify.", "The site moved to Vercel in March.", Supersedes),
        ("Invoices are sent with Mailgun.", "Mailgun is out, we use Postmark for invoices.", Supersedes),
        ("Builds run in Jenkins.", "We replaced Jenkins with Buildkite.", Supersedes),
        ("Offline sync isn't supported yet.", "Offline sync shipped last week.", Contradicts),
        ("The pool has 20 connections.", "I raised the pool from 20 to 50 connections.", Supersedes),
        ("Accuracy on the test split is 0.81.", "On the test split accuracy is 0.84, up from 0.81.", Supersedes),
        ("Uploads pass through nginx.", "Uploads go to the bucket directly, nginx isn't involved.", Contradicts),
        ("The fiscal year starts in January.", "The fiscal year starts in April.", Contradicts),
        ("Messages are encrypted end to end.", "Messages are not encrypted.", Contradicts),
        ("We are on Django 4.2 for the portal.", "The portal was upgraded to Django 5.1.", Supersedes),
        ("We delete accounts after a year.", "We never delete accounts.", Contradicts),
        ("Every route needs a token.", "There is no route without a token.", Duplicate),
        ("We replaced Redis with NATS.", "Redis is gone.", Refines),
        ("Dagster it is.", "We're going back to Airflow.", Supersedes),
        ("We store it in Oracle.", "It moves to PostgreSQL.", Supersedes),
        ("The worker keeps its queue in Redis.", "The cache moved to Memcached.", Unrelated),
        ("The list shows all episodes.", "No need to delete the episodes from the list.", Refines),
        ("The shop opens at 08:00.", "The shop opens at 09:30 now, not 08:00.", Supersedes),
        ("Readings go to topic 41.", "The topic is not 41, it must be 52.", Supersedes),
        ("The scanner has 203 dpi.", "203 is history.", Supersedes),
        ("The photographs sit on the NAS.", "All photographs are on the new server, the NAS can go.", Supersedes),
        ("Bids prolong the lot by two minutes.", "Two minutes was always optimistic.", Supersedes),
        ("Parcels are kept for 14 days.", "The limit is 7 days, 14 was from the old contract.", Supersedes),
        ("The page loads in 4.8 s.", "The page went from 4.8 s to 310 ms.", Supersedes),
        ("Deposits up to 50 cents are waived.", "We waive deposits up to 2 EUR, not 0.50 EUR any more.", Supersedes),
        ("The installer needs root.", "You can install it without root rights.", Contradicts),
        ("The licence of the plugin is GPL-3.0.", "The plugin was relicensed from GPL-3.0 to Apache-2.0.", Supersedes),
        ("The admin panel is written in Vue.", "The shop was moved from Vue to Svelte.", Unrelated),
        ("Admins can delete a tenant.", "There is no way to delete a tenant, not even for admins.", Contradicts),
        ("Session tokens live for 24 hours.", "Session tokens live for 8 hours since the audit.", Supersedes),
        ("The main colour is teal.", "The main colour is orange now, and teal is only used for links.", Supersedes),
        ("`pool_size` is 20 in the worker.", "With pool_size at 35 the worker is quiet.", Contradicts),
        ("The run is on the third working day.", "The run is on the fifth working day.", Contradicts),
        ("The club has 240 members.", "It is 318 members, 240 was last year's number.", Supersedes),
        ("Releases are signed.", "Release signing is done with minisign on the laptop.", Refines),
        ("The cellar is closed since Thursday.", "The cellar was renamed on Saturday.", Refines),
        ("The table has 3 million rows.", "There are 3,000,000 rows in the table.", Duplicate),
        ("Memory usage of the worker is 40 %.", "CPU usage of the worker is 90 %.", Unrelated),
        ("The queue is RabbitMQ.", "We replaced RabbitMQ with Kafka for the queue.", Supersedes),
        ("The minimum Python version is 3.9.", "Since 4.0 the minimum Python version is 3.11.", Supersedes),
        ("The repo has 120 tests.", "The repo has 310 tests.", Supersedes),
        ("Removed the stars from the product pages.", "The stars are back on the product pages.", Supersedes),
        ("Dark mode is not supported.", "Dark mode is now supported.", Supersedes),
        ("The runners live in us-east-1.", "We moved the runners to us-west-2.", Supersedes),
        ("Dates are stored in UTC.", "Dates are stored in local time.", Contradicts),
        ("The mailer retries failed sends twice.", "Failed sends are not retried by the mailer.", Contradicts),
        ("Links live for one hour.", "Links live for ten minutes.", Contradicts),
        ("The build takes 10 minutes on Linux.", "The build takes 25 minutes on Windows.", Refines),
        ("We will store sessions in Postgres.", "We decided to store the sessions in Redis.", Contradicts),
        ("The job runs hourly.", "The job runs hourly, except at midnight.", Refines),
        ("Webhooks are retried.", "Webhooks are also signed.", Refines),
        ("Backups are encrypted with age.", "Backups are encrypted using age.", Duplicate),
        ("Sessions expire after one day.", "Invoices are sent after one day.", Unrelated),
        ("The mobile app uses Kotlin.", "The backend uses Go.", Unrelated),
        ("Shall we use Deno?", "We use Deno.", Unrelated),
    ] {
        let pair = StatementPair { a: a.into(), b: b.into(), date_a: None, date_b: None };
        let judgment = compare_statements(&pair);
        if judgment.relation != relation {
            wrong.push(alloc::format!("{a} / {b}: {:?}, {}", judgment.relation, judgment.reason));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

fn judged(a: &str, b: &str) -> Judgment {
    compare_statements(&StatementPair { a: a.into(), b: b.into(), date_a: None, date_b: None })
}

#[track_caller]
fn check(a: &str, b: &str, conflicts: bool) {
    let judgment = judged(a, b);
    assert_eq!(judgment.relation.is_conflict(), conflicts, "{a} / {b}: {judgment:?}");
}

#[test]
fn another_kind_of_value_is_a_conflict() {
    check("Column names are written in camelCase.", "Column names are snake_case throughout.", true);
    check("Session data is stored on the server.", "Session data is stored in the browser.", true);
    check("Sorting is ascending by date.", "Entries are sorted by date descending.", true);
    check("Timestamps are in seconds.", "Timestamps are in milliseconds.", true);
    check("The server listens on 127.0.0.1.", "The server listens on 0.0.0.0.", true);
    check("The tests use Moq.", "Moq dropped in favor of NSubstitute alone.", true);
    check("The server listens on 127.0.0.1.", "The clients connect to 10.0.0.7.", false);
    check("The recipe lives in the root folder.", "The recipe was moved to shop/.", true);
    check("The recipe lives in the root folder.", "The oven was moved to shop/.", false);
    check("Comments can be edited for ten minutes.", "Comments are immutable once posted.", true);
    check("The import is case sensitive.", "Imported names are matched case-insensitively.", true);
    check("The draft is shared by all editors.", "Each editor has a draft of their own.", true);
    check("Users are identified by their email.", "Users are identified by a UUID.", true);
    check("Events are signed with HMAC.", "Events are signed by the gateway.", false);
    check("The docs are in English.", "The docs have a German summary.", false);
    check("The upper toolbar holds the menus.", "The lower toolbar holds the status.", false);
    check("Amounts are rounded up.", "Amounts are rounded down.", true);
    check("The reader supports QR codes.", "The reader takes barcodes, QR codes are not recognised.", true);
    check("Debug builds log at trace level.", "Release builds log at warn level.", false);
    check("Each tenant has its own schema.", "All tenants share the connection pool.", false);
    check("The left sidebar shows the tree.", "The right sidebar shows the history.", false);
    check("The worker keeps its state in Redis.", "The worker keeps its logs on disk.", false);
}

#[test]
fn a_name_or_holder_given_up_is_a_conflict() {
    check("The service is called ledgerd.", "ledgerd has been renamed to bookd.", true);
    check("Priya leads the search team.", "Tom has taken over the search team.", true);
    check("Priya leads the search team.", "Tom leads the mobile team.", false);
    check("For charts we chose Recharts.", "We rewrote the charts in plain D3.", true);
    check("The talk goes to RustConf.", "We hand the talk in at FOSDEM, not RustConf.", true);
    check("Our proxy is Envoy.", "We dropped the proxy, the clients call the API themselves.", true);
    check("Routes are drawn with Graphhopper.", "Graphhopper got too expensive, routes come from OSRM.", true);
    check("Use spaces for indentation.", "Tabs from now on, the linter enforces it.", true);
    check("Please answer in French.", "Code comments stay in English.", false);
    check("The parser is written by hand.", "The parser is generated with ANTLR since last week.", true);
    check("Deploys go through Jenkins.", "Deploys go through Argo these days.", true);
    check("The API key is in the .env file.", "The API key was moved to the vault.", true);
    check("Mia wants the graphs in Plotly.", "Mia prefers Vega after all.", true);
    check("The API is fast.", "The API is fully typed now.", false);
    check("The search is in beta.", "The search is on the start page now.", false);
    check("The importer supports CSV.", "Since 2.3 the importer supports JSON.", false);
    check("The reels live on the NAS.", "The reels are on the tape robot since May.", true);
}

#[test]
fn what_goes_is_told_in_many_words() {
    check("The bank picks up the file at seven.", "The bank rejected the file.", false);
    check("The screens are JavaFX.", "javafx goes completely by the end of the week", true);
    check("Readers pay with SumUp at the kiosk.", "sumup is off the table, remove it", true);
    check("The app is hosted on Heroku.", "Since April the app runs on AWS; Heroku is switched off.", true);
    check("The desk runs at 44.1 kHz.", "forget what i said about 44.1", true);
    check("The probe reports every 10 minutes.", "half an hour, not ten minutes", true);
    check("New clients pay a deposit of £25.", "The £25 deposit for new clients was abolished.", true);
    check("Guests sign in with a magic link.", "Then we throw out the magic link.", true);
    check("Orders are announced in the telegram group.", "drop telegram", true);
    check("Errors go to Sentry.", "sentry has to go", true);
    check("The oven throws an error when it is cold.", "We throw an error when the door is open.", false);
    check("Orders go out at noon.", "Somebody has to go to the shop at noon.", false);
    check("Let's take Stripe for the payments.", "we leave Stripe and go over to Mollie", true);
    check("Payments go through Stripe.", "We leave Stripe as it is.", false);
    check("The shop runs on Fly.", "The shop moves from Fly to a Hetzner server in May.", true);
    check("3 hints are free, every further one costs 2 minutes.", "hints are unlimited and free from now on", true);
    check("3 hints are free.", "The number of rooms is unlimited.", false);
    check("The Oven stores heat in joules.", "Removed the oven display logic from the page.", false);
    check("refactor Oven to make it two shelves instead", "refactor Scale to take a shelf instead of a hook", false);
    check("State travels as JSON patches.", "The socket now carries MessagePack instead of JSON patches.", true);
    check("`deskd` listens on port 8090.", "`deskd` now listens on 127.0.0.1:7443, 8090 is left alone.", true);
    check("A slot is 15 minutes.", "15 doesn't work any more, they run late", true);
    check("The project is called faderbox.", "The project is now Lindesk.", true);
    check("`plan` writes JSON to stdout by default.", "table is the default now, json only with a flag", true);
    check("Sign-in uses email and password.", "passwords go away completely, only links from now on", true);
    check("The crate is published on the registry.", "The crate is yanked from the registry.", true);
    check("The limit is 90 seconds per planned day.", "All times are now ticks, one being 6 seconds counted.", false);
    check("The project is called faderbox.", "The project is now faster.", false);
    check("The app is hosted on Heroku.", "The lamp of the app is switched off.", false);
    check("The screens are JavaFX.", "anything goes", false);
}

#[test]
fn everyday_words_oppose_each_other() {
    check("The till is in scope for May.", "The till is out of scope for May.", true);
    check("The label is optional.", "The label is required.", true);
    check("Labels are single-spaced.", "Labels are double-spaced.", true);
    check("Receipts are stored on disk.", "Receipts are stored in S3.", true);
    check("Rebates are granted per shop.", "Rebates are granted per customer.", true);
    check("The fault is in the scale.", "It turned out that the fault is in the oven.", true);
    check("The fair is on May 3.", "The fair has slipped to May 10.", true);
    check("The till has a dark mode.", "Please take out the dark mode.", true);
    check("The shelf-first layout lets shops sort bread.", "Shelf-first removed.", true);
    check("Shops sort units in 8 slots for the Player.", "The slot-pairing Player mechanic is gone.", false);
    check("The oven is lighter than `Stove` was.", "`Stove` deleted; the oven only needs gas.", false);
    check("Recipes in `ledger/` come first.", "Everything in the shop except `ledger/` is gone.", false);
    check("It matters for two Loaves to rise together.", "Instead of Loaves I prefer rolls.", false);
    check("In the Shop orders are paid at once.", "It is paid later instead of in the Shop at once.", false);
    check("The label is required for rye.", "The label is optional for oats.", false);
    check("The label is optional.", "The label prefix is required.", false);
    check("The sale starts May 3.", "The sale ends May 10.", false);
    check("Ann joined on May 3.", "Bo joined on May 10.", false);
    check("The sale ends on June 30.", "The sale ends on July 31.", true);
    check("The bill was sent on May 3.", "The bill was paid on May 10.", false);
    check("The mill is in scope.", "Repairs of the mill are out of scope.", false);
    check("Receipts are stored on disk.", "Receipts are stored in /var/receipts.", false);
    check("Receipts are stored on disk.", "Receipts are stored in S3 as a backup.", false);
    check("The scale passed on May 3.", "The scale failed on May 10.", false);
    check("The till uses jQuery.", "jQuery plugin removed.", false);
    check("Fees are charged per shop.", "Fees are charged per month.", false);
    check("The fault is in the scale.", "The fault is in scale.rs.", false);
    check("We use jQuery in the till.", "Take out jQuery from the shop.", false);
    check("We log names of guests.", "Leave out names of guests in the public log.", false);
    assert_eq!(judged("The limit is 10 MB.", "The limit is 10 MB per user.").relation, Relation::Refines);
    assert_eq!(judged("Node 18 is required.", "Node 20 or newer is required.").relation, Relation::Contradicts);
}

#[test]
fn who_may_and_what_is_there_are_told_apart() {
    check("Only Ann and Bo may approve releases.", "Approval of releases is open to the entire team.", true);
    check("Refunds require two approvers.", "A single approver is enough for any refund.", true);
    check("The probe never stores raw readings.", "The probe keeps raw readings on its card.", true);
    check("The export keeps attachments.", "Exports come without the attachments.", true);
    check("The transfer timeout is 30 s.", "app.yml has transfer.timeout=90s.", true);
    check("Nurses can see the schedule.", "Nurses can't see invoices.", false);
    check("There is a list for the oven check.", "We need no long list for the oven check.", false);
    check("A full oven check is run each night.", "We don't need a long list for the oven check.", false);
    check("Tools are called one by one.", "It's not clear if tools are called at all or not.", false);
    check("Store: use the box of phase 2.", "Store: phases 1 to 4 keep all in memory.", false);
    check("Store: SQLite", "Store: Postgres", true);
    check("store: There is dust in there.", "Store: for today, boxes are closed.", false);
    assert_ne!(judged("The oven keeps an exact log.", "The oven keeps no detailed log.").relation, Relation::Duplicate);
    assert_ne!(
        judged("We are sure the oven is safe.", "We are not sure the oven is safe.").relation,
        Relation::Duplicate
    );
    check("The command implements only enough code to pass.", "Do not change implementation code.", false);
    check("We edit the ledger by hand.", "Do not edit the ledger by hand.", true);
    check("Level 12 is too hard for players.", "Level 21 is too hard for players.", false);
    check("Opened https://example.org/oven/pull/3", "The run waits for https://example.org/oven/pull/4", false);
    check("Harbor dashboards refresh every 15 seconds.", "Harbor's certificates renew every 60 days.", false);
    check("Frames are kept forever.", "Frames older than two years need 12 hours to restore.", false);
}

#[test]
fn another_amount_or_rhythm_is_a_conflict() {
    check("Backups are taken every six hours.", "Backups are taken once a day.", true);
    check("The heap limit is 3g.", "Raise the heap limit to 4g.", true);
    check("Positions are taken every 12 hours.", "Positions are back to once a day.", true);
    check("Keys are rotated weekly.", "Keys are rotated every two weeks.", true);
    check("Backups are taken daily.", "Restoring a backup takes 40 minutes.", false);
    check("Two reviewers must approve each change.", "A single reviewer is enough.", true);
    check("Ida has the only signing key.", "There are three signing keys, Ida holds one.", true);
    check(
        "The inventory is half done, 40 % of the shelves are counted.",
        "The inventory of shelves is complete.",
        true,
    );
    check("We pin the linker to lld 17.", "We moved to lld 19.", true);
    check("A user has exactly one role.", "A user can have several roles.", true);
    check("About 70 % of the pages are migrated.", "All pages are migrated.", true);
    check("The probe is capped at 3 tries.", "The probe tries forever.", true);
    check("The buoy reports every 10 minutes.", "The report interval went up to one hour.", true);
    check("The upload limit is 10 MB.", "Files of up to 25 MB can be uploaded.", true);
    check("The SDK has zero native modules.", "The lock file of the app lists four native modules.", true);
    check("The timeout is 60 seconds.", "The timeout is one minute.", false);
    check("The worker runs on Node 22.", "The docs site runs on Node 18.", false);
}

#[test]
fn what_is_given_up_or_changed_is_the_same_thing() {
    check("The till talks to the Stampa API.", "Extras: a lamp, a bell, “no API” on the lid.", false);
    check("The till prints with Stampa.", "So no Stampa.", true);
    check("Lists are kept in the trays folder.", "Removed the `trays/` folder from all shops.", true);
    check("The Rye atlas is kept at the mill.", "The complete Rye atlas only dropped in October 2024.", false);
    check("Trays lose their outward push.", "The belt mends it by a small shift, removing outward push.", false);
    check("Weights are told as `Gram`.", "Changed `Tray.size` from `Gram` to `Pound`.", false);
    check("Acme pages are read one by one.", "I am changing Acme reading to follow the link.", false);
    check("Bookings live in Acme.", "Switch Acme to Ovenly for the bookings.", true);
    check("The heat (ovenHeat) has a fast belt, beltSpeed = 520.", "Less heat (ovenHeat 520 → 380).", false);
    check("The belt runs at beltSpeed = 520.", "The belt is slower now (beltSpeed 520 → 380).", true);
    check("Queues fell from 21 on Monday to 3 on Tuesday.", "Queues fell from 21 to 3.", false);
    check("Old shelf: papers of Inkjet and Diary", "Stampa supersedes Diary for all sizes.", false);
    check("The 5v rail feeds the lamp.", "It is better to give it 3.3v instead of 5v.", false);
    check("Forms and logs differ in dates.", "Source change: logs instead of Forms.", false);
    check("The page has one wood tray.", "It shows a steel tray instead of Wood.", true);
    check("Shop: http://localhost:3000 (Ovenly)", "Feed: http://localhost:8000/v1 (Stampa)", false);
}

#[test]
fn of_some_only_is_told_from_of_all() {
    check("The till runs on Linux only.", "The till runs on Linux and macOS.", true);
    check("The export works only on paid plans.", "The export works on all plans.", true);
    check("Learning works only on known knobs.", "Learning must work on any knob.", true);
    check("Both the shop and the mill have a till.", "Only the shop has a till.", true);
    check("All orders are logged.", "Only failed orders are logged with a receipt.", false);
    check("The importer reads only CSV files.", "The importer reads CSV files with headers.", false);
    check("The cache holds all pages.", "The cache is only for signed-in users.", false);
}

#[test]
fn what_was_taken_away_or_replaced_is_told() {
    check("The matrix of the synth has 16 slots.", "The synth has an 8-slot matrix.", true);
    check("A 3-way switch opens the door.", "The switch of the door has 2 positions.", false);
    check("logging.ts exports the adze logger.", "adze was replaced by logestic.", true);
    check("The pointer has a fill and a border.", "Removed the pointer's accent border, keeping the fill.", true);
    check("Removed the rye and spelt recipes.", "Let's bring back the rye and spelt recipes.", true);
    check("Removed the rye recipes.", "The rye recipes were restored from the backup of the shop.", true);
    check("Removed the rye recipes.", "Put the trays back into the oven.", false);
    check("Passwords are hashed with bcrypt.", "also switch bcrypt to argon2, the auditor again", true);
    check("`tracker` publishes frames on a socket.", "The fetch at start of `tracker` is removed.", false);
    check("Set the accent colour to `#2F5D3A` in `theme.json`.", "Changed the accent colour to `#4A7C59`.", true);
    check("The header is `#2F5D3A`.", "The footer is `#4A7C59`.", false);
    check("`Rota.Workers.Mail` runs on Fridays.", "`Mail` runs on Thursdays now.", true);
    check("The file has a big-endian length.", "The length in the file is little-endian now.", true);
}

#[test]
fn what_happened_to_a_ticket_is_told_by_its_number() {
    check("Ticket #77 is open.", "#77 was closed last night.", true);
    check("Issue #12 blocks the release.", "#12 is fixed.", true);
    check("Ticket #77 is open.", "Ticket #78 was closed last night.", false);
    check("Pull request 12 adds a test.", "Pull request 14 removes a test.", false);
}

#[test]
fn a_condition_or_a_consequence_is_no_conflict() {
    check("The valve is checked every 10 minutes.", "While heating, the valve is checked every 20 seconds.", false);
    check("The CLI prints a table.", "With --json, the CLI prints JSON.", false);
    check("The list reloads every 30 seconds.", "On mobile the list reloads every minute.", false);
    check("CSV files use commas.", "CSV files for Excel use semicolons.", false);
    check("The importer skips invalid rows.", "Skipped rows are listed in the report.", false);
    check("Broken links get reported.", "A reported link has to be mended or removed within a week.", false);
    check("Don't write secrets to the console.", "Secrets must never end up in the console.", false);
    check("Notes stay when their author is deleted.", "Deleting an author removes the notes.", true);
    check("The catalogue is rebuilt every night.", "The catalogue is never rebuilt, only patched in place.", true);
}

#[test]
fn what_is_denied_is_what_the_denial_covers() {
    check("No heat, the oven rests.", "The oven does not rest.", true);
    check("No rye, wheat or oats are baked on Mondays.", "Rye is baked on Mondays.", true);
    check(
        "Keep the bell of the shop disabled if nobody is in.",
        "Keep the bell of the shop, it rings at the door.",
        false,
    );
    check("Add log('Oven URL:', ovenUrl) at the top.", "Oven URL: wss://bake.example/oven (fixed for now)", false);
    check("Bakers can delete a recipe from the menu.", "Bakers can't delete a recipe themselves.", true);
    check("Cold builds skip the mixer.", "Cold builds print a receipt.", false);
    check("Each tray needs a label.", "A tray without a label isn't allowed.", false);
    check("The jar of the mixer: 20 %.", "The oven must not be used below 20 %.", false);
    check("The rack holds a maximum of 50 loaves.", "No more than 50 loaves fit in the rack.", false);
    check("The shop sets no cookies at all.", "A `_till` cookie appears on the first visit.", true);
    check("Guests see no adverts at all.", "Printed adverts still appear for guests.", true);
    check("The shop has no cookies at all.", "A cookie banner is required by law.", false);
    check("Old recipes are never deleted.", "The night job deletes recipes that nobody opened for a year.", true);
    check("Spot ovens are used for the rye pool.", "The rye pool uses a spare oven instead if there is no gas.", false);
    check("The shop bakes rye loaves.", "The list shows new loaves (but not bake rye loaves).", false);
    check("All door sensors are Acme.", "The Acme sensor on the door drops off the net in winter.", false);
    check("Loaves may be sold by anyone at any time.", "Loaves may be sold by the day shift only.", true);
}

#[test]
fn what_follows_a_comma_is_another_matter() {
    check(
        "A cold start takes 1.9 s on an Acme 6.",
        "A cold start takes 4.7 s on a Zeta 3, the oldest oven we have.",
        false,
    );
    check("The fair is set for 1 October.", "The fair slipped to 15 January, the hall needs another check.", true);
    check(
        "The fault comes from the missing lid.",
        "It turned out that the fault was not the lid at all, but a screw.",
        true,
    );
    check("Pin the till to version 3.", "Corrections of the till are logged in the ledger.", false);
}

#[test]
fn a_part_has_a_number_of_its_own() {
    check("Loaves are cut at 32 mm.", "Rye loaves are cut at 64 mm.", false);
    check("The target is 60 loaves.", "The target in the mill is 40 loaves.", false);
    check("Shelf codes always have 8 letters.", "Shelf codes in hall C have 9 letters.", true);
    check("The till allows 60 calls a minute.", "With a key you get 600 calls a minute.", false);
    check("214 guests are in the book.", "There are 263 guests in the book after the move.", true);
    check("Contrast is 0 by default.", "The default contrast is 20 points.", true);
    check("`BAKE_TIMEOUT_MS` is 1500.", "The bake timeout is set to 3000 ms.", true);
    check("The bake timeout is 30s.", "`root.go` sets the bake timeout to 10 * time.Second.", true);
    check("The oven room is heated to 21 °C.", "The setpoint of the oven room is 19 now.", true);
    check("The belt ran 3h10 in the hall test.", "With the new motor the hall test of the belt ran 4h25.", true);
}

#[test]
fn what_goes_or_comes_back_is_told() {
    check("The range is now SF9 on all ovens.", "btw sf9 was the wrong call, too long with 24 ovens.", true);
    check("The cellar must be in the old house.", "The cellar stays in the old house, but switch on Fan Lock.", false);
    check("Save each loaf before the sale that is open, and never sell twice.", "Selling twice is removed.", false);
    check("Ovens report every 60 seconds.", "60s kills the batteries.", true);
    check("The first letter goes out 14 days before.", "14 days is too short, they must know 21 days before.", true);
    check("The belt moves at 14 mm.", "A loaf of 20 mm is too small.", false);
    check("Recipes are written as Markdown.", "Printed recipes are written as PDF.", false);
    check("Night work is paid at 6 euros.", "Night work pay stops at 210 days a year.", false);
    check("We send through Acme Mail.", "We left Acme last week and send by post.", true);
    check("The plan is a genetic search in plain code.", "We threw out the genetic search and count by hand.", true);
    check("Wishes are hard limits.", "After the trial, wishes have become soft limits.", true);
    check("Ida is responsible for the cellar.", "The cellar was handed over to Kofi.", true);
    check("The release is planned for 1 August.", "The release is postponed to the autumn break.", true);
    check("The stack of trays is limited to 50.", "Trays are unlimited now that the hall is open.", true);
    check("Ann wants the bell to ring on every sale.", "Ann changed her mind about the bell.", true);
    check("The oven doesn't support `STEAM`.", "`STEAM` has been implemented in the oven.", true);
    check("The dough is on hold until the flour comes.", "Work on the dough has resumed.", true);
    check("Heat is given in Celsius.", "Pass units=f to get Fahrenheit instead of the default Celsius.", false);
    check("Ann wants the door green, not blue.", "Ann's wish: keep the door green instead of making it blue.", false);
    check("`package.json` declares the licence as MIT.", "The licence file of the till is Apache-2.0.", true);
}

#[test]
fn where_files_stand_is_no_conflict() {
    check(r"The rye is kept in c:\bakery\rye.", r"The tray is drawn in c:\bakery\tray.", false);
}

#[test]
fn what_is_off_in_one_case_is_there() {
    check("Keep the bell disabled if nobody bakes.", "Keep the bell.", false);
    check("The bell is disabled if nobody bakes.", "All bells are always enabled.", true);
}

#[test]
fn a_change_that_may_come_replaces_nothing() {
    check(
        "Add `heat.log` on opening for the cook.",
        "Add `heat.log` on tray change: `heat.log(\"to tray ${tray}\")`",
        false,
    );
    check("The fee is 4 EUR.", "We change the fee to 5 EUR.", true);
}
