import { z } from 'zod'
import { validatePriceList, type PriceList } from '#domain/catalogue.ts'
import { donorRanks, type DonorRankThresholds } from '#domain/donors.ts'
import { validatePacks, type PackTerms } from '#domain/packs.ts'
import { perkOf, typeOf, type DiscordRole, type Product } from '#domain/products.ts'
import { weekdays } from '#domain/raid-window.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import type { legalParticulars } from '#site/legal.ts'

/** The parts of `site/` that can be wrong. */
export interface SiteSettings {
  readonly brand: string
  readonly map: string
  readonly products: readonly Product[]
  readonly discordRoles: readonly DiscordRole[]
  readonly priceList: PriceList
  readonly donorRanksFromEuros: DonorRankThresholds
  readonly kryptoPacks: readonly PackTerms[]
  readonly discordInviteUrl: string
  readonly gameServer: z.input<typeof gameServer>
  readonly houseRules: z.input<typeof houseRules>
  readonly legal: typeof legalParticulars
  /** YouTube ids; null shows no video. */
  readonly videos: Readonly<Record<string, string | null>>
}

const timeOfDay = (what: string, example: string) =>
  // Strictly `HH:MM`, because the pages show the text as it is written.
  z.iso.time({
    precision: -1,
    error: ({ input }) => `${what}${String(input)} is not a time of day, such as ${example}`,
  })
const moment = z.object({
  weekday: z.string().refine((weekday) => weekdays.some((known) => known === weekday), {
    error: ({ input }) => `${String(input)} is not a weekday, such as friday`,
  }),
  time: timeOfDay('', '19:00'),
})
const countOf = (name: string) =>
  z.number().refine((count) => Number.isInteger(count) && count > 0, {
    error: ({ input }) => `${name} is ${String(input)}, which is not a whole number above 0`,
  })

const gameServer = z
  .object({
    address: z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, {
        error: ({ input }) => `the address ${input} is not a host and port`,
      })
      .nullable(),
    restarts: z.object({
      times: z.array(timeOfDay('the restart at ', '04:00')).readonly(),
      timeZone: z.string().refine(isTimeZone, {
        error: ({ input }) =>
          `the restarts have the time zone ${String(input)}, which does not exist; one is Europe/Paris`,
      }),
    }),
    modCollectionUrl: z
      .string()
      .refine(isHttps, 'modCollectionUrl must begin with https://')
      .nullable(),
    readsPriorityAtRestart: z.boolean('readsPriorityAtRestart must be true or false'),
    // LB Core cuts its requests out of the text by quotes and braces.
    nameTagPrefix: z
      .string('nameTagPrefix must be a text')
      .regex(
        /^[^"\\{}\p{C}]{0,24}$/u,
        'nameTagPrefix must have 24 characters at most, without quotes, backslashes and braces',
      ),
  })
  .refine(
    ({ readsPriorityAtRestart, restarts }) => !readsPriorityAtRestart || restarts.times.length > 0,
    'readsPriorityAtRestart needs the times of the restarts in restarts',
  )

const houseRules = z.object({
  raidHours: z
    .object({ opens: moment, closes: moment })
    .refine(
      ({ opens, closes }) => opens.weekday !== closes.weekday || opens.time !== closes.time,
      'raidHours closes at the time when it opens',
    ),
  largestGroup: countOf('largestGroup'),
  minutesWithoutBuilding: countOf('minutesWithoutBuilding'),
})

const particular = z
  .string('it must be a text')
  .trim()
  .min(1, 'it must not be empty; null stands for what you do not have')
  .regex(/^[^\n{}]*$/, 'it must be one line without { and }')
const legal = z.strictObject({
  sellerName: particular,
  legalForm: particular,
  address: particular,
  email: particular.includes('@', 'it must be an e-mail address'),
  phone: particular.nullable(),
  registration: particular.nullable(),
  vat: particular,
  publicationDirector: particular,
  hostName: particular,
  hostAddress: particular,
  hostPhone: particular.nullable(),
  mediator: particular.nullable(),
})

/** A sentence for each fault, naming the file. */
export function validateSite(site: SiteSettings): string[] {
  const { products, discordRoles, priceList, donorRanksFromEuros, kryptoPacks } = site
  const isInvite = isHttps(site.discordInviteUrl)
  return [
    ...faultsIn('products.ts, products', findProductFaults(products)),
    ...faultsIn('products.ts, discordRoles', findRoleFaults(discordRoles, products)),
    ...faultsIn('prices.ts, priceList', validatePriceList(products, priceList)),
    ...faultsIn('community.ts, donorRanksFromEuros', findRankFaults(donorRanksFromEuros)),
    ...faultsIn('packs.ts, kryptoPacks', validatePacks(kryptoPacks)),
    ...faultsIn('server.ts, gameServer', messagesOf(gameServer, site.gameServer)),
    ...faultsIn('server.ts, houseRules', messagesOf(houseRules, site.houseRules)),
    ...issuesOf(legal, site.legal).flatMap(({ path: [name], message }) =>
      faultsIn(`legal.ts, ${String(name)}`, [message]),
    ),
    ...faultsIn('community.ts, videos', findVideoFaults(site.videos)),
    ...faultsIn('community.ts, discordInviteUrl', isInvite ? [] : ['it must begin with https://']),
  ]
}

function faultsIn(place: string, faults: readonly string[]): string[] {
  return faults.map((fault) => `site/${place}: ${fault}.`)
}

/** A sentence for each kind of sample in place of the owner's own, which the providers do not know. */
export function findSamples(site: SiteSettings, payPalDriver: 'orders' | 'hosted'): string[] {
  const { priceList, discordInviteUrl, videos, legal: particulars } = site
  const buttons =
    payPalDriver === 'hosted' ? Object.values(priceList).map((terms) => terms.hostedButtonId) : []
  const names = Object.entries(particulars).flatMap(([name, value]) =>
    value?.includes('SAMPLE') ? [name] : [],
  )
  return [
    ...samplesOf(buttons).map(
      (samples) =>
        `PAYPAL_DRIVER=hosted needs your own buttons: site/prices.ts still has the sample ${samples}. An item without a button has null.`,
    ),
    discordInviteUrl.includes('SAMPLE') &&
      `site/community.ts, discordInviteUrl: still has the sample ${discordInviteUrl}. Put an invite to your own Discord server there.`,
    // Buyers must learn from whom they buy.
    names.length > 0 &&
      `site/legal.ts, legalParticulars: still has samples in ${names.join(', ')}. Put your own there, or null where its type allows it: the legal notice and the terms of sale name them.`,
    ...Object.entries(videos).map(
      ([name, id]) =>
        id?.startsWith('SAMPLE') === true &&
        `site/community.ts, videos: ${name} is still the sample ${id}. Put the id of your own video there, or null for none.`,
    ),
  ].filter((sentence) => sentence !== false)
}

/** The first sample and how many more there are, as the one entry of a list; empty without any. */
function samplesOf(ids: readonly (string | null)[]): string[] {
  const [first, ...others] = ids.flatMap((id) => (id?.startsWith('SAMPLE') ? [id] : []))
  if (first === undefined) return []
  return [others.length === 0 ? first : `${first} and ${others.length} more`]
}

/** Addresses of other pages beside those of the products. */
const takenSlugs = new Set(['color-tag', 'extras', 'reskin', 'reskin-top-pant', 'skin'])

const common = {
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be of small letters, such as priority-queue')
    .refine((slug) => !takenSlugs.has(slug), 'is the address of another page'),
  name: z.string().min(1, 'must not be empty').max(90, 'must have 90 characters at most'),
  hidden: z.boolean().optional(),
}

const slots = z.int('must be a whole number').min(1, 'must be at least 1').optional()

const productList: z.ZodType<readonly Product[]> = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({
      ...common,
      slots,
      kind: z.literal('timed'),
      perk: z.literal('priority_queue').optional(),
      picture: z.literal('queue').optional(),
    }),
    z.strictObject({
      ...common,
      slots,
      kind: z.literal('color-tag'),
      tag: z.enum(['clan', 'name']),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('reskin'),
      slug: common.slug.startsWith('reskin-', 'must start with reskin-'),
      group: z.enum(['gear', 'weapon']),
      picture: z.enum(['top', 'pant', 'armour', 'helmet', 'sniper', 'auto']),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('extra'),
      picture: z.enum(['reset-stats', 'reset-enemies']).optional(),
    }),
  ]),
)

function issuesOf(schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  return schema.safeParse(value).error?.issues ?? []
}

function messagesOf(schema: z.ZodType, value: unknown): readonly string[] {
  return issuesOf(schema, value).map(({ message }) => message)
}

function findProductFaults(products: readonly Product[]): string[] {
  const names = products.map((product) => `${typeOf(product)} ${product.name}`)
  return [
    ...issuesOf(productList, products).map(({ path: [index, ...fields], message }) => {
      const { slug } = products[Number(index)] ?? {}
      return `${slug ?? 'the list'}: ${[...fields.map(String), message].join(' ')}`
    }),
    ...repeated(products.map(({ slug }) => slug)).map(
      (slug) => `two products have the slug ${slug}`,
    ),
    // Orders are distinguished by type and name.
    ...repeated(names).map((name) => `two products are called ${name}`),
    ...products
      .filter(
        ({ kind, name }) => /^(timed|color-tag)$/.test(kind) && /^(Reskin|Extras)$/.test(name),
      )
      .map(({ slug, name }) => `${slug}: ${name} is the type of other products, use another name`),
  ]
}

function findRoleFaults(
  roles: readonly DiscordRole[],
  products: readonly Product[],
): readonly string[] {
  const perks = new Set(products.map(perkOf))
  return roles.flatMap(({ roleId, perk }) => [
    ...(/^\d{17,20}$/.test(roleId) ? [] : [`${roleId} is not the id of a role, 17 to 20 digits`]),
    ...(perk === undefined || perks.has(perk) ? [] : [`no product brings the perk ${perk}`]),
  ])
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

function findVideoFaults(videos: SiteSettings['videos']): string[] {
  return Object.entries(videos)
    .filter(([, id]) => id !== null && !/^[\w-]{11}$/.test(id))
    .map(([name, id]) => `${name} is ${id}, which is not an id of 11 characters`)
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:'
}

function findRankFaults(fromEuros: DonorRankThresholds): string[] {
  return donorRanks.flatMap((rank, index) => {
    const above = donorRanks[index - 1]
    if (!Number.isInteger(fromEuros[rank]) || fromEuros[rank] <= 0) {
      return [`${rank} must be whole euros above 0`]
    }
    if (above !== undefined && fromEuros[above] <= fromEuros[rank]) {
      return [`${above} must begin above ${rank}`]
    }
    return []
  })
}
