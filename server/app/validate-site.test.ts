import { expect, it } from 'vitest'
import { siteFiles } from '#server/services/site/files.ts'
import { productionSettings as production, productionSite } from '#test/factories/settings.ts'
import { ConfigError, readConfig } from './config.ts'

const { prices, packs, ranks, server, community, products: sold } = siteFiles
const { products } = sold
const { opens, closes } = server.raidHours

/** The faults of a site with these sections. */
function faultsOf(changes: object, environment = {}): string[] {
  try {
    readConfig(environment, { ...productionSite, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

it('accepts what it comes with', () => {
  expect(faultsOf(siteFiles)).toEqual([])
})

const offer = { priceEuros: 10, hostedButtonId: 'SAMPLEPQ01' }

it.each([
  [{ ...offer, priceEuros: 0 }, 'priceEuros: must be above 0, in euros and whole cents'],
  [{ ...offer, priceEuros: -5 }, 'priceEuros: must be above 0, in euros and whole cents'],
  [{ ...offer, priceEuros: 1.005 }, 'priceEuros: must be above 0, in euros and whole cents'],
  [{ ...offer, priceEuros: Number.NaN }, expect.stringMatching(/^priceEuros: /)],
  [{ ...offer, hostedButtonId: 'a b' }, 'hostedButtonId: must be the id of a PayPal button'],
])('refuses the offer %o', (terms, fault) => {
  const [first, ...others] = faultsOf({ prices: { ...prices, 'priority-queue/1': terms } })
  const place = 'site/prices.ts, priceList["priority-queue/1"].'
  expect([first?.slice(0, place.length), first?.slice(place.length, -1), others]).toEqual([
    place,
    fault,
    [],
  ])
})

it('names a button of two offers, and keys that do not fit the products', () => {
  const twice = { ...offer, hostedButtonId: 'SAMPLEPQ05' }
  expect(faultsOf({ prices: { ...prices, 'priority-queue/3': twice } })).toEqual([
    'site/prices.ts, priceList["priority-queue/5"].hostedButtonId: is the button of another offer.',
  ])
  const { 'reset-stats': _missing, ...others } = prices
  const unknown = { priceEuros: 10, hostedButtonId: null }
  expect(faultsOf({ prices: { ...others, 'reset-all': unknown } })).toEqual([
    'site/prices.ts, priceList["reset-stats"]: is missing, and its product is sold.',
    'site/prices.ts, priceList["reset-all"]: is of no product.',
  ])
})

it.each([
  [
    { kind: 'timed', slug: 'VIP', name: 'VIP' },
    'slug: must be of small letters, such as priority-queue',
  ],
  [{ kind: 'timed', slug: 'extras', name: 'VIP' }, 'slug: is the address of another page'],
  [
    { kind: 'reskin', slug: 'reskin-top-pant', name: 'Suit', group: 'gear', picture: 'top' },
    'slug: is the address of another page',
  ],
  [{ kind: 'timed', slug: 'vip', name: 'Reskin' }, 'name: is the type of other products'],
  [{ kind: 'extra', slug: 'vip', name: 'Reset your stats' }, 'name: is that of another product'],
  [{ kind: 'extra', slug: 'reset-stats', name: 'Reset' }, 'slug: is that of another product'],
  [{ kind: 'extra', slug: 'vip', name: 'a<b' }, 'name: must be plain text, without < and >'],
] as const)('refuses the product %o, and says what is wrong', (product, fault) => {
  const all = [...products, { ...product, hidden: true }]
  expect(faultsOf({ products: { ...sold, products: all } })).toEqual([
    `site/products.ts, products[${products.length}].${fault}.`,
  ])
})

it.each([
  [{ S: ranks.A }, 'S: must be above A'],
  [{ C: ranks.B + 1 }, 'B: must be above C'],
  [{ E: 0 }, 'E: must be above 0'],
  [{ E: -5 }, 'E: must be above 0'],
  [{ D: 30.5 }, 'D: must be whole euros'],
])('refuses ranks that do not go down to 1: %o', (changed, reason) => {
  expect(faultsOf({ ranks: { ...ranks, ...changed } })).toEqual([
    `site/community.ts, donorRanksFromEuros.${reason}.`,
  ])
})

it('refuses sample buttons only for hosted buttons in production', () => {
  const hosted = { ...production, PAYPAL_DRIVER: 'hosted' }
  expect(faultsOf({}, hosted)).toEqual([
    expect.stringMatching(/^PAYPAL_DRIVER=hosted .* site\/prices\.ts .* SAMPLEPQ01 and 31 more/),
  ])
  expect(faultsOf({}, production)).toEqual([])
  expect(faultsOf({}, { PAYPAL_DRIVER: 'hosted' })).toEqual([])
})

it('accepts the owner’s buttons, and items without a button', () => {
  const own = Object.entries(prices).map(([key, { priceEuros }], index) => [
    key,
    { priceEuros, hostedButtonId: index === 0 ? null : `OWNBUTTON${index}` },
  ])
  const hosted = { ...production, PAYPAL_DRIVER: 'hosted' }
  expect(faultsOf({ prices: Object.fromEntries(own) }, hosted)).toEqual([])
})

it.each([
  [{ amount: 0 }, 'amount: must be above 0'],
  [{ amount: 1.5 }, 'amount: must be a whole number'],
  [{ amount: 500 }, 'amount: is that of another pack'],
  [{ bonus: -1 }, 'bonus: must not be below 0'],
  [{ priceDollars: 0 }, 'priceDollars: must be at least 0.5 dollars, in whole cents'],
  [{ priceDollars: 0.49 }, 'priceDollars: must be at least 0.5 dollars, in whole cents'],
  [{ priceDollars: 0.999 }, 'priceDollars: must be at least 0.5 dollars, in whole cents'],
  [{ priceId: '' }, 'priceId: must be of letters and digits'],
  [{ priceId: 'price_kr_5000' }, 'priceId: is that of another pack'],
])('refuses a pack with %o', (changes, fault) => {
  const pack = { amount: 99, bonus: 0, priceDollars: 0.99, priceId: 'price_own', ...changes }
  expect(faultsOf({ packs: [...packs, pack] })).toEqual([
    `site/packs.ts, kryptoPacks[${packs.length}].${fault}.`,
  ])
})

it('refuses sample addresses in production, and says what to do', () => {
  const discordInviteUrl = 'https://discord.gg/SAMPLEinvite'
  const samples = { baseBuilding: 'SAMPLEvideo', raidAlerts: 'SAMPLEvideo' }
  const sampled = { community: { ...community, discordInviteUrl, videos: samples } }
  expect(faultsOf(sampled, production)).toEqual([
    expect.stringMatching(/^site\/community\.ts, discordInviteUrl: .* sample https:.* your own/),
    expect.stringMatching(/^site\/community\.ts, videos: baseBuilding .* SAMPLEvideo\. .* or null/),
    expect.stringMatching(/^site\/community\.ts, videos: raidAlerts .* SAMPLEvideo\. .* or null/),
  ])
  expect(faultsOf(sampled)).toEqual([])
  const videos = { baseBuilding: null, raidAlerts: null }
  const none = { ...productionSite.community, videos }
  expect(faultsOf({ community: none }, production)).toEqual([])
})

it('comes with samples that production refuses', () => {
  expect(faultsOf({ community, legal: siteFiles.legal }, production)).toHaveLength(4)
})

it('refuses sample particulars in production, and names them', () => {
  expect(faultsOf({ legal: siteFiles.legal }, production)).toEqual([
    expect.stringMatching(
      /^site\/legal\.ts, legalParticulars: still has samples in sellerName, .* hostName, .*: the legal notice/,
    ),
  ])
  expect(faultsOf({ legal: siteFiles.legal })).toEqual([])
  const { legal } = productionSite
  expect(faultsOf({ legal: { ...legal, vat: 'SAMPLE' } }, production)).toEqual([
    expect.stringContaining('still has samples in vat.'),
  ])
})

it('names each fault of the particulars in a sentence of its own', () => {
  const { legal } = productionSite
  const wrong = { ...legal, sellerName: ' ', email: 'bonjour', phone: '', address: 'a\nb' }
  expect(faultsOf({ legal: wrong })).toEqual([
    expect.stringMatching(/^site\/legal\.ts, legalParticulars\.sellerName: /),
    expect.stringMatching(/^site\/legal\.ts, legalParticulars\.address: /),
    'site/legal.ts, legalParticulars.email: must be an e-mail address.',
    expect.stringMatching(/^site\/legal\.ts, legalParticulars\.phone: /),
  ])
})

it.each([
  [{ address: 'play.example' }, 'address: must be a host and port, or null'],
  [
    { restarts: { ...server.restarts, times: ['04:00', '24:00'] } },
    'restarts.times[1]: must be a time of day, such as 04:00',
  ],
  [
    { restarts: { ...server.restarts, times: ['4:00'] } },
    'restarts.times[0]: must be a time of day, such as 04:00',
  ],
  [
    { restarts: { ...server.restarts, timeZone: 'Europe/Deer_Isle' } },
    'restarts.timeZone: must be a time zone, such as Europe/Paris',
  ],
  [{ modCollectionUrl: 'javascript:alert(1)' }, 'modCollectionUrl: must begin with https://'],
  [
    { readsPriorityAtRestart: true, restarts: { ...server.restarts, times: [] } },
    'readsPriorityAtRestart: needs the times of the restarts',
  ],
  [{ largestGroup: 0 }, 'largestGroup: must be at least 1'],
  [{ minutesWithoutBuilding: 7.5 }, 'minutesWithoutBuilding: must be a whole number'],
  [
    { raidHours: { opens, closes: { ...closes, time: '24:00' } } },
    'raidHours.closes.time: must be a time of day, such as 04:00',
  ],
  [
    { raidHours: { opens: { ...opens, time: '9:00' }, closes } },
    'raidHours.opens.time: must be a time of day, such as 04:00',
  ],
  [
    { raidHours: { opens: { ...opens, weekday: 'vendredi' }, closes } },
    'raidHours.opens.weekday: must be a weekday, such as friday',
  ],
  [{ raidHours: { opens, closes: opens } }, 'raidHours: must close at another time than it opens'],
])('refuses a game server with %o', (changes, reason) => {
  expect(faultsOf({ server: { ...server, ...changes } })).toEqual([`site/server.ts, ${reason}.`])
})

it.each(['"VIP" ', '{VIP} ', 'VIP\\', 'VIP\n', 'V'.repeat(25)])(
  'refuses %j before coloured names, which LB Core could not read',
  (nameTagPrefix) => {
    expect(faultsOf({ server: { ...server, nameTagPrefix } })).toEqual([
      'site/server.ts, nameTagPrefix: must have 24 characters at most, without quotes, backslashes and braces.',
    ])
    expect(faultsOf({ server: { ...server, nameTagPrefix: '[ВИП] ' } })).toEqual([])
  },
)

it('refuses an invalid video id, and an invite that is not an address', () => {
  const changed = {
    discordInviteUrl: 'discord.gg/x',
    videos: { baseBuilding: 'https://youtu.be/dQw4w9WgXcQ' },
  }
  expect(faultsOf({ community: { ...community, ...changed } })).toEqual([
    'site/community.ts, discordInviteUrl: must begin with https://.',
    'site/community.ts, videos.baseBuilding: must be an id of 11 characters, or null.',
  ])
})

it('names each role in Discord that cannot be given', () => {
  const discordRoles = [
    { roleId: 'Supporter' },
    { roleId: '300000000000000004', perk: 'priority_queue' },
    { roleId: '300000000000000004', perk: 'bed' },
  ]
  expect(faultsOf({ products: { products, discordRoles } })).toEqual([
    'site/products.ts, discordRoles[0].roleId: must be the id of a role, 17 to 20 digits.',
    'site/products.ts, discordRoles[2].perk: is brought by no product.',
  ])
})

it('refuses the sandbox’s role for a bot at Discord', () => {
  const bot = { DISCORD_BOT_TOKEN: 'token', DISCORD_GUILD_ID: '300000000000000003' }
  const environment = { ...production, ...bot }
  const discordRoles = [{ roleId: '100000000000000012' }]
  expect(faultsOf({ products: { products, discordRoles } }, environment)).toEqual([
    'site/products.ts, discordRoles: still has the sandbox’s role 100000000000000012. Put the id of a role of your own Discord server there, or no role.',
  ])
  expect(faultsOf({ products: { products, discordRoles: [] } }, environment)).toEqual([])
})
