/** Why a goal is missed or not measured, by its id; shown in `docs/figures.md`. */
export const shortfalls: Readonly<Record<string, string>> = {
  P1: `Two processors carry the load, Postgres and the product, so that each microsecond counts: a
    purchase takes 350 µs in our process and 400 µs in Postgres, the minimal server 130 and 180. Ours are for
    request ids, limits, headers, counters and a log line; those of Postgres for two more tables, seven
    more indexes and the triggers that protect the ledger. We keep these features. The ratio was 0.46
    before requests were traced and limited, and 0.31 as long as the look for a ban was planned anew
    each time.`,
  P3: `A donation calls PayPal over HTTP, stores its webhook, runs some twenty statements in two
    transactions under locks, and queues a message for the staff. Both processors are busy with it, 90
    donations a second: 7 ms each of ours, 9 of Postgres, 2 of the sandbox that plays PayPal, 3 of the load.
    Postgres spends about half of its part on planning, because each statement is planned anew. Named
    statements would save that, but fail behind a pooler that does not know them, and in a process that
    still runs while another one migrates. The minimal server writes three rows at once. One function in
    the database would be as fast, but the rules of money would be in SQL and TypeScript. A shop gets a
    few donations in a minute. The ratio was 0.019 on a slower machine: this one is twice as fast with
    donations, and four times with the minimal server.`,
  P6: `55 MB are Node's own code, and every process needs that much of it; the program that renders
    pages, with React, their code and the texts in four languages, takes some 30 MB, and the rest comes from
    libraries. At the first start after a build it is 8 MB more, because no compiled code is kept yet.
    Nothing grows with the purchases: 65 MB of objects live before and after them, and V8 collects once
    they have grown by a third.`,
  P7: `18 ms too much on Postgres: modules load first, and after listening the program that renders
    pages loads before the first answer.`,
  P8: `All streams get the event in the time allowed. With the first 1,000 streams V8 grows its
    heap, which counts as theirs; each of the next 1,000 takes 22 kB, each of 10,000 takes 21 kB: a
    socket, a request and a response of Node. A heap snapshot shows 15.8 kB of live objects for each of
    the first 1,000; the rest is the heap's growth by traffic: after 400 purchases instead of 20 it is 36 kB.
    The version of 24 November took 42 kB.`,
  S2: `12 minutes for 6,189 tests on a quiet machine, 13 s of it for npm: 4,065 tests took 14.8 on 22
    November, on another machine. Six would mean fewer tests, or four processors.`,
  F1: `The first page has 2 kB too much: since the owner edits the site, every page has its
    notices and its data in the document. Less would mean to load the toasts, the notices or the stream of
    events later, for one more request. 36 of 228 pages and languages are over 112 kB, the median is 103:
    the team finder and its forms, the cart, the skin shop, the wallet, the account, the orders and the
    page of codes. 15 kB of each page are the query client and the site's live data. Of these pages,
    15 kB more are zod, which parses what is typed and what the device has stored, and 5 to 18 are code of files that several
    pages share: otherwise they would load 32 files instead of 11.`,
  F2: `9 to 10 kB too much in French and Spanish: React is 60 kB of it, the query client and zod 10 each. English
    is as large; three of its requests came too late to be counted in this run.
    Russian pages load two alphabets in two faces, 14 kB and two requests more, because names and
    brand are Latin. My perks loads 18 script files: its cards come after the page.`,
  F3: `/orders and /perks in Russian, of 228 pages and languages, each measured once; the median is 99.
    Both need data of the server, so that their last paint comes late.`,
  F4: `Lighthouse counts scripts as if they blocked the first paint, although the page is painted from its
    HTML and style alone; the median of LCP is 1.96 s (2.05 on 22 November), 1.7 to
    2.2 times that of a bare page of React with the same words. With a connection and a
    processor that are really slowed down (\`--throttling=devtools\`) pages paint in 1.6 to 1.8 s, of which
    each response waits 0.56. Loading scripts only after the first paint would improve the figure, but
    leave buttons dead for longer. Six of 228 are over 80 ms of blocking, each another page in one
    language, the median is 35. The footer of /redeem moved by 0.03 to 0.04 when the
    form came; since then it stays below.`,
  R6: `414 calls to Stripe in a minute in which 60 packs and 60 disputes are looked at: three for each,
    since fees and disputes are fetched with the payment, and the pages of lists. Stripe takes 25 a second.`,
}
