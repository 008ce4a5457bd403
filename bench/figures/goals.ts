/** Limits that have changed. Benches report against them, and earlier records are judged by them. */
export const limits = {
  shopItems: 0.45,
  homePage: 0.25,
  idleMegabytes: 150,
  purchasesMegabytes: 200,
  streamsMegabytes: 210,
  firstPageScripts: 92,
  publicPageScripts: 112,
  firstPageKilobytes: 150,
}

/** A goal, and the runs of `npm run bench` or `npm run stress` that measure it. */
export interface Goal {
  readonly id: string
  readonly what: string
  readonly limit: string
  readonly runs: readonly string[]
  /** Which figures of its runs belong to it, by their words; all by default. */
  readonly figures?: RegExp
  /** The current limits of its figures, where a record may have an earlier one. */
  readonly limits?: readonly (readonly [figure: RegExp, limit: number])[]
}

export const goals: readonly Goal[] = [
  {
    id: 'P1',
    what: 'A skin purchase over HTTP, 16 clients on 1,000 accounts',
    limit: '≥ 0.5 of a minimal server with one SQL function',
    runs: ['purchase'],
  },
  {
    id: 'P2',
    what: 'The same on one account, 32 clients',
    limit: '≥ 0.9 of one client',
    runs: ['hot-account'],
  },
  {
    id: 'P3',
    what: 'A whole donation: order, webhook, paid, event',
    limit: '≥ 0.04 of a minimal server',
    runs: ['donation'],
  },
  {
    id: 'P4',
    what: 'The list of the skin shop',
    limit: `≥ ${limits.shopItems} of a minimal Hono route`,
    runs: ['shop-items'],
    limits: [[/./, limits.shopItems]],
  },
  {
    id: 'P5',
    what: 'HTML of the home page',
    limit: `≥ ${limits.homePage} of nginx`,
    runs: ['home-page'],
    limits: [[/./, limits.homePage]],
  },
  {
    id: 'P6',
    what: 'Memory on Postgres: idle, after 100,000 purchases, with 1,000 event streams; processor with nobody there',
    limit: `≤ ${limits.idleMegabytes}, ${limits.purchasesMegabytes}, ${limits.streamsMegabytes} MB; ≤ 1 % of one`,
    runs: ['memory', 'idle'],
    limits: [
      [/at rest/, limits.idleMegabytes],
      [/after them/, limits.purchasesMegabytes],
      [/event streams/, limits.streamsMegabytes],
    ],
  },
  {
    id: 'P7',
    what: 'Start to ready, database migrated',
    limit: '≤ 0.7 s on Postgres, 2 s embedded',
    runs: ['start-to-ready'],
  },
  {
    id: 'P8',
    what: '1,000 event streams get the event of one purchase',
    limit: 'p99 ≤ 100 ms, ≤ 30 kB each',
    runs: ['event-streams'],
    limits: [[/memory of each/, 30]],
  },
  {
    id: 'P9',
    what: 'Two processes on one Postgres',
    limit: '≥ 1.5 of one, where cores allow',
    runs: ['two-processes'],
  },
  {
    id: 'P10',
    what: 'Delivery with 10,000 active perks: one purchase, a full audit, memory',
    limit: '≤ 30 s · ≤ 5 s · ≤ 250 MB',
    runs: ['deliveries'],
  },
  {
    id: 'P11',
    what: 'A page after a change of what it shows, in the median',
    limit: '≤ 60 ms',
    runs: ['page-after-change'],
  },
  {
    id: 'F1',
    what: 'JavaScript in brotli',
    limit: `≤ ${limits.firstPageScripts} kB for the first page, ${limits.publicPageScripts} kB for a public one`,
    runs: ['first-page-size', 'page-quality'],
    figures: /JavaScript/,
    limits: [
      [/JavaScript of \/ in/, limits.firstPageScripts],
      [/highest JavaScript/, limits.publicPageScripts],
    ],
  },
  {
    id: 'F2',
    what: 'The first page without photos',
    limit: `≤ ${limits.firstPageKilobytes} kB, ≤ 14 requests; any public page ≤ 20 requests, ≤ 12 script files`,
    runs: ['page-weight'],
    limits: [
      [/^\/ in/, limits.firstPageKilobytes],
      [/^requests in/, 14],
    ],
  },
  {
    id: 'F3',
    what: 'Lighthouse for phones, every public page in every language',
    limit: '≥ 97 / 100 / 100 / 100',
    runs: ['page-quality'],
    figures: /performance|accessibility|best practices|SEO/,
  },
  {
    id: 'F4',
    what: 'LCP, CLS, TBT on slow 4G with a processor 4 times slower',
    limit:
      '≤ 1.6 s, 0.01, 80 ms · beside a bare page of React with the same words LCP ≤ 1.2 ×, TBT ≤ 2 ×',
    runs: ['page-quality', 'beside-bare-pages'],
    figures: /LCP|CLS|TBT|where the bare page/,
  },
  {
    id: 'F5',
    what: 'Texts that the first page loads',
    limit: '≤ 8 kB',
    runs: ['first-page-size'],
    figures: /texts/,
  },
  { id: 'S1', what: 'Fresh clone until the shop answers', limit: '≤ 90 s', runs: ['fresh-clone'] },
  {
    id: 'S2',
    what: 'Fresh clone until all tests are done',
    limit: '≤ 6 min',
    runs: ['whole-suite'],
  },
  {
    id: 'R1',
    what: '64 buyers at once on a balance for k skins',
    limit: '100,000 attempts, exactly k each time',
    runs: ['balance-races'],
  },
  {
    id: 'R2',
    what: 'A reader adds up the ledger meanwhile',
    limit: '0 differences in 10,000 readings',
    runs: ['balance-races', 'kr-kills'],
  },
  {
    id: 'R3',
    what: 'kill -9 at 100 moments, 20 crashes of Postgres',
    limit: '0 lost, 0 doubled',
    runs: ['kills', 'kr-kills'],
  },
  {
    id: 'R4',
    what: 'One idempotency key, 1,000 requests at once',
    limit: 'done once, equal answers',
    runs: ['one-key'],
  },
  {
    id: 'R5',
    what: 'Every webhook 1,000 times, in 1,000 orders, 10,000 forgeries',
    limit: 'credited once, 0 accepted',
    runs: ['stripe-webhooks', 'paypal-webhooks'],
  },
  {
    id: 'R6',
    what: 'Paid, but the webhook never comes',
    limit: 'paid ≤ 5 min, once, also among 20,000 abandoned checkouts',
    runs: ['lost-stripe-webhooks', 'lost-paypal-webhooks', 'abandoned-checkouts'],
  },
  {
    id: 'R7',
    what: 'Each provider: 500, 429, hang, reset, half an answer, slow',
    limit: 'nothing lost, other pages’ p99 ≤ 2 ×',
    runs: ['provider-faults'],
  },
  {
    id: 'R8',
    what: 'Database restarted 20 times, idle and under load',
    limit: '503 meanwhile, normal ≤ 5 s',
    runs: ['restarts'],
  },
  {
    id: 'R10',
    what: 'Every endpoint × every field × fuzz',
    limit: '0 answers of 5xx, all problem bodies',
    runs: ['fuzz'],
  },
  {
    id: 'R11',
    what: 'Every endpoint × every caller',
    limit: 'the table is complete and true',
    runs: ['authorisation'],
  },
  {
    id: 'R13',
    what: 'Headers of every answer, CSP without unsafe-inline',
    limit: '0 violations',
    runs: ['headers'],
  },
  {
    id: 'R15',
    what: 'Hostile images',
    limit: 'refused ≤ 1 s, ≤ 200 MB, others unaffected',
    runs: ['hostile-images'],
  },
  {
    id: 'R16',
    what: 'Slow clients, 10,000 event streams',
    limit: 'a healthy client’s p99 ≤ 500 ms',
    runs: ['slow-clients', 'many-streams'],
  },
  {
    id: 'R17',
    what: 'Floods on sign-in, codes, checkout, listings',
    limit: '429, others unaffected',
    runs: ['floods'],
  },
  {
    id: 'R19',
    what: 'Migrations killed half way, unsafe settings',
    limit: 'resumes · refuses to start',
    runs: ['killed-migrations', 'unsafe-settings'],
  },
  {
    id: 'R20',
    what: 'Seeded model: buy, refund, credit, webhook, crash, clock jump',
    limit: '1,000,000 steps, 0 divergences',
    runs: ['ledger-model'],
  },
  {
    id: 'R21',
    what: '500 purchases with 30 kills and every fault of each adapter’s other side',
    limit: 'the game has what is paid, ≤ 60 s after a fault',
    runs: ['deliveries-under-faults'],
  },
  {
    id: 'Discord',
    what: 'Interactions of Discord: 10,000 forgeries, 1,000 at once, one 100 times',
    limit: '0 accepted · answered ≤ 3 s, others’ p99 ≤ 2 × · answered once',
    runs: ['discord-interactions'],
  },
  {
    id: 'Soak',
    what: 'Everything at once for two hours',
    limit: 'no growth, 0 wrong',
    runs: ['soak'],
  },
]
