import { expect, it } from 'vitest'
import { siteConfig, videos } from '#site/community.ts'
import { legalParticulars } from '#site/legal.ts'
import { kryptoPacks } from '#site/packs.ts'
import { priceList as prices } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { gameServer, houseRules } from '#site/server.ts'
import { productionSettings as production, productionSite } from '#test/factories/settings.ts'
import { ConfigError, readConfig } from './config.ts'
import type { SiteSettings } from './validate-site.ts'

const { donorRanksFromEuros: ranks } = siteConfig

function faultsOf(changes: Partial<SiteSettings>, environment = {}): string[] {
  try {
    readConfig(environment, { ...productionSite, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

it('names each fault of the price list in a sentence of its own', () => {
  const priceList = {
    ...prices,
    'priority-queue/1': { priceEuros: 0, hostedButtonId: 'SAMPLEPQ01' },
    'priority-queue/3': { priceEuros: 25, hostedButtonId: 'SAMPLEPQ05' },
    'reset-all': { priceEuros: 10, hostedButtonId: null },
  }
  expect(faultsOf({ priceList })).toEqual([
    'site/prices.ts, priceList: priority-queue/1 has no price above 0 in euros and cents.',
    'site/prices.ts, priceList: reset-all: unknown product.',
    'site/prices.ts, priceList: the button SAMPLEPQ05 is used for two offers.',
  ])
})

it.each([
  [
    { kind: 'timed', slug: 'VIP', name: 'VIP' },
    'VIP: slug must be of small letters, such as priority-queue',
  ],
  [{ kind: 'timed', slug: 'extras', name: 'VIP' }, 'extras: slug is the address of another page'],
  [
    { kind: 'reskin', slug: 'reskin-top-pant', name: 'Suit', group: 'gear', picture: 'top' },
    'reskin-top-pant: slug is the address of another page',
  ],
  [
    { kind: 'timed', slug: 'vip', name: 'Reskin' },
    'vip: Reskin is the type of other products, use another name',
  ],
  [{ kind: 'extra', slug: 'vip', name: '' }, 'vip: name must not be empty'],
  [
    { kind: 'extra', slug: 'vip', name: 'Reset your stats' },
    'two products are called Extras Reset your stats',
  ],
  [{ kind: 'extra', slug: 'reset-stats', name: 'Reset' }, 'two products have the slug reset-stats'],
] as const)('refuses the product %o, and says what is wrong', (product, fault) => {
  const hidden = { ...product, hidden: true }
  expect(faultsOf({ products: [...products, hidden] })).toEqual([
    `site/products.ts, products: ${fault}.`,
  ])
})

it.each([
  [{ ...ranks, S: ranks.A }, 'S must begin above A'],
  [{ ...ranks, C: ranks.B + 1 }, 'B must begin above C'],
  [{ ...ranks, E: 0 }, 'E must be whole euros above 0'],
  [{ ...ranks, E: -5 }, 'E must be whole euros above 0'],
  [{ ...ranks, D: 30.5 }, 'D must be whole euros above 0'],
  [{ ...ranks, S: Number.NaN }, 'S must be whole euros above 0'],
])('refuses ranks that do not go down to 1: %o', (donorRanksFromEuros, reason) => {
  expect(faultsOf({ donorRanksFromEuros })).toEqual([
    `site/community.ts, donorRanksFromEuros: ${reason}.`,
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
  expect(faultsOf({ priceList: Object.fromEntries(own) }, hosted)).toEqual([])
})

it('names each fault of the packs in a sentence of its own', () => {
  const packs = [
    ...kryptoPacks,
    { amount: 100, bonus: 0.5, priceDollars: 0, priceId: 'price_kr_5000' },
  ]
  expect(faultsOf({ kryptoPacks: packs })).toEqual([
    'site/packs.ts, kryptoPacks: the pack of 100 has no whole bonus.',
    'site/packs.ts, kryptoPacks: the pack of 100 has no price of at least 0.5 $.',
    'site/packs.ts, kryptoPacks: two packs have 100 Kr.',
    'site/packs.ts, kryptoPacks: the price id price_kr_5000 is used for two packs.',
  ])
})

it('refuses sample addresses in production, and says what to do', () => {
  const discordInviteUrl = 'https://discord.gg/SAMPLEinvite'
  const samples = { baseBuilding: 'SAMPLEvideo', raidAlerts: 'SAMPLEvideo' }
  expect(faultsOf({ discordInviteUrl, videos: samples }, production)).toEqual([
    expect.stringMatching(/^site\/community\.ts, discordInviteUrl: .* sample https:.* your own/),
    expect.stringMatching(/^site\/community\.ts, videos: baseBuilding .* SAMPLEvideo\. .* or null/),
    expect.stringMatching(/^site\/community\.ts, videos: raidAlerts .* SAMPLEvideo\. .* or null/),
  ])
  expect(faultsOf({ discordInviteUrl, videos: samples })).toEqual([])
  const none = { baseBuilding: null, raidAlerts: null }
  expect(faultsOf({ videos: none }, production)).toEqual([])
})

it('comes with samples that production refuses', () => {
  expect(faultsOf({ ...siteConfig, videos, legal: legalParticulars }, production)).toHaveLength(4)
})

it('refuses sample particulars in production, and names them', () => {
  expect(faultsOf({ legal: legalParticulars }, production)).toEqual([
    expect.stringMatching(
      /^site\/legal\.ts, legalParticulars: still has samples in sellerName, .* hostName, .*: the legal notice/,
    ),
  ])
  expect(faultsOf({ legal: legalParticulars })).toEqual([])
  const { legal } = productionSite
  expect(faultsOf({ legal: { ...legal, vat: 'SAMPLE' } }, production)).toEqual([
    expect.stringContaining('still has samples in vat.'),
  ])
})

it('names each fault of the particulars in a sentence of its own', () => {
  const { legal } = productionSite
  const wrong = { ...legal, sellerName: ' ', email: 'bonjour', phone: '', address: 'a\nb' }
  expect(faultsOf({ legal: wrong })).toEqual([
    'site/legal.ts, sellerName: it must not be empty; null stands for what you do not have.',
    'site/legal.ts, address: it must be one line without { and }.',
    'site/legal.ts, email: it must be an e-mail address.',
    'site/legal.ts, phone: it must not be empty; null stands for what you do not have.',
  ])
})

it.each([
  [{ address: 'play.example' }, 'the address play.example is not a host and port'],
  [
    { restarts: { ...gameServer.restarts, times: ['04:00', '24:00'] } },
    'the restart at 24:00 is not a time of day, such as 04:00',
  ],
  [
    { restarts: { ...gameServer.restarts, times: ['4:00'] } },
    'the restart at 4:00 is not a time of day, such as 04:00',
  ],
  [
    { restarts: { ...gameServer.restarts, timeZone: 'Europe/Deer_Isle' } },
    'the restarts have the time zone Europe/Deer_Isle, which does not exist; one is Europe/Paris',
  ],
  [{ modCollectionUrl: 'javascript:alert(1)' }, 'modCollectionUrl must begin with https://'],
  [
    { readsPriorityAtRestart: true, restarts: { ...gameServer.restarts, times: [] } },
    'readsPriorityAtRestart needs the times of the restarts in restarts',
  ],
])('refuses a game server with %o', (changes, reason) => {
  expect(faultsOf({ gameServer: { ...gameServer, ...changes } })).toEqual([
    `site/server.ts, gameServer: ${reason}.`,
  ])
})

it.each(['"VIP" ', '{VIP} ', 'VIP\\', 'VIP\n', 'V'.repeat(25)])(
  'refuses %j before coloured names, which LB Core could not read',
  (nameTagPrefix) => {
    expect(faultsOf({ gameServer: { ...gameServer, nameTagPrefix } })).toEqual([
      'site/server.ts, gameServer: nameTagPrefix must have 24 characters at most, without quotes, backslashes and braces.',
    ])
    expect(faultsOf({ gameServer: { ...gameServer, nameTagPrefix: '[ВИП] ' } })).toEqual([])
  },
)

const { opens, closes } = houseRules.raidHours

it.each([
  [{ largestGroup: 0 }, 'largestGroup is 0, which is not a whole number above 0'],
  [
    { minutesWithoutBuilding: 7.5 },
    'minutesWithoutBuilding is 7.5, which is not a whole number above 0',
  ],
  [
    { raidHours: { opens, closes: { ...closes, time: '24:00' } } },
    '24:00 is not a time of day, such as 19:00',
  ],
  [
    { raidHours: { opens: { ...opens, time: '9:00' }, closes } },
    '9:00 is not a time of day, such as 19:00',
  ],
  [
    { raidHours: { opens: { ...opens, weekday: 'vendredi' }, closes } },
    'vendredi is not a weekday, such as friday',
  ],
  [{ raidHours: { opens, closes: opens } }, 'raidHours closes at the time when it opens'],
])('refuses house rules with %o', (changes, reason) => {
  expect(faultsOf({ houseRules: { ...houseRules, ...changes } })).toEqual([
    `site/server.ts, houseRules: ${reason}.`,
  ])
})

it('refuses an invalid video id, and an invite that is not an address', () => {
  const videoAddress = 'https://youtu.be/dQw4w9WgXcQ'
  expect(faultsOf({ videos: { baseBuilding: videoAddress } })).toEqual([
    `site/community.ts, videos: baseBuilding is ${videoAddress}, which is not an id of 11 characters.`,
  ])
  expect(faultsOf({ discordInviteUrl: 'discord.gg/x' })).toEqual([
    'site/community.ts, discordInviteUrl: it must begin with https://.',
  ])
})

it('names each role in Discord that cannot be given', () => {
  const discordRoles = [
    { roleId: 'Supporter' },
    { roleId: '300000000000000004', perk: 'priority_queue' },
    { roleId: '300000000000000004', perk: 'bed' },
  ]
  expect(faultsOf({ discordRoles })).toEqual([
    'site/products.ts, discordRoles: Supporter is not the id of a role, 17 to 20 digits.',
    'site/products.ts, discordRoles: no product brings the perk bed.',
  ])
})

it('refuses the sandbox’s role for a bot at Discord', () => {
  const bot = { DISCORD_BOT_TOKEN: 'token', DISCORD_GUILD_ID: '300000000000000003' }
  const environment = { ...production, ...bot }
  const discordRoles = [{ roleId: '100000000000000012' }]
  expect(faultsOf({ discordRoles }, environment)).toEqual([
    'site/products.ts, discordRoles: still has the sandbox’s role 100000000000000012. Put the id of a role of your own Discord server there, or no role.',
  ])
  expect(faultsOf({ discordRoles: [] }, environment)).toEqual([])
})
