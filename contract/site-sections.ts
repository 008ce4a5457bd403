import * as z from 'zod/mini'
import { findPriceFaults } from '#domain/catalogue.ts'
import { donorRanks, type DonorRankThresholds } from '#domain/donors.ts'
import { saleCategories } from '#domain/monetisation.ts'
import { cents, isPrice } from '#domain/money.ts'
import { packsName } from '#domain/offers.ts'
import { perkOf, typeOf, type DiscordRole, type Product } from '#domain/products.ts'
import { weekdays } from '#domain/raid-window.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { discordChannels } from './discord-posts.ts'
import type { Unchanged } from './endpoint.ts'
import { line } from './fields.ts'

/** A value for which this does not hold is refused with the code. */
function must<Value>(code: string, message: string, holds: (value: Value) => boolean) {
  return z.refine<Value>(holds, { error: message, params: { code } })
}

/** Refuses entries with the same value as an earlier one, where they have one. */
function unique<Entry>(
  field: string,
  message: string,
  valueOf: (entry: Entry) => string | number | null,
) {
  return ({ value: entries, issues }: z.core.ParsePayload<readonly Entry[]>): void => {
    const values = entries.map((entry) => valueOf(entry))
    for (const [index, value] of values.entries()) {
      if (value === null || values.indexOf(value) === index) continue
      const params = { code: 'repeated' }
      issues.push({ code: 'custom', path: [index, field], input: entries, message, params })
    }
  }
}

const https = z.string().check(
  z.maxLength(300),
  z.regex(/^[^\s<>\p{C}]*$/u, 'must be an address'),
  must('not_https', 'must begin with https://', (url: string) =>
    URL.canParse(url) ? new URL(url).protocol === 'https:' : false,
  ),
)

const community = z.strictObject({
  brand: line(60),
  discordInviteUrl: https,
  map: line(60),
  announceStartedCheckouts: z.boolean(),
  videos: z.record(
    z.string().check(z.regex(/^\w{1,40}$/)),
    z.nullable(z.string().check(z.regex(/^[\w-]{11}$/, 'must be an id of 11 characters, or null'))),
  ),
})

/** Strictly `HH:MM`, because the pages show the text as it is written. */
const timeOfDay = z.iso.time({ precision: -1, error: 'must be a time of day, such as 04:00' })
const moment = z.strictObject({
  weekday: z.enum(weekdays, 'must be a weekday, such as friday'),
  time: timeOfDay,
})
const count = z.int('must be a whole number').check(z.minimum(1, 'must be at least 1'))

const serverFields = z.strictObject({
  name: line(100),
  address: z.nullable(
    z.string().check(z.regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and port, or null')),
  ),
  restarts: z.strictObject({
    times: z.readonly(z.array(timeOfDay).check(z.maxLength(24))),
    timeZone: z
      .string()
      .check(must('no_time_zone', 'must be a time zone, such as Europe/Paris', isTimeZone)),
  }),
  modCollectionUrl: z.nullable(https),
  readsPriorityAtRestart: z.boolean('must be true or false'),
  // LB Core cuts its requests out of the text by quotes and braces.
  nameTagPrefix: z
    .string()
    .check(
      z.regex(
        /^[^"\\{}\p{C}]{0,24}$/u,
        'must have 24 characters at most, without quotes, backslashes and braces',
      ),
    ),
  raidHours: z
    .strictObject({ opens: moment, closes: moment })
    .check(
      must(
        'no_hours',
        'must close at another time than it opens',
        ({ opens, closes }) => opens.weekday !== closes.weekday || opens.time !== closes.time,
      ),
    ),
  largestGroup: count,
  minutesWithoutBuilding: count,
})

const server = serverFields.check(
  z.refine(
    ({ readsPriorityAtRestart, restarts }) => !readsPriorityAtRestart || restarts.times.length > 0,
    {
      path: ['readsPriorityAtRestart'],
      error: 'needs the times of the restarts',
      params: { code: 'no_restarts' },
    },
  ),
)

const ranks: z.ZodMiniType<DonorRankThresholds> = z
  .record(z.enum(donorRanks), z.int('must be whole euros').check(z.minimum(1, 'must be above 0')))
  .check(({ value: fromEuros, issues }) => {
    for (const [index, rank] of donorRanks.entries()) {
      const above = donorRanks[index - 1]
      if (above === undefined || fromEuros[above] > fromEuros[rank]) continue
      const message = `must be above ${rank}`
      const params = { code: 'not_above' }
      issues.push({ code: 'custom', path: [above], input: fromEuros, message, params })
    }
  })

const people = z
  .array(
    z.strictObject({
      name: line(60),
      role: z.enum(['founder', 'administrator', 'moderator', 'builder']),
      languages: z.array(z.string().check(z.regex(/^[a-z]{2}$/))).check(z.maxLength(10)),
    }),
  )
  .check(z.maxLength(50))

const particular = line(300).check(z.regex(/^[^{}]*$/, 'must not contain { and }'))
const legal = z.strictObject({
  sellerName: particular,
  legalForm: particular,
  address: particular,
  email: particular.check(z.regex(/@/, 'must be an e-mail address')),
  phone: z.nullable(particular),
  registration: z.nullable(particular),
  vat: particular,
  publicationDirector: particular,
  hostName: particular,
  hostAddress: particular,
  hostPhone: z.nullable(particular),
  mediator: z.nullable(particular),
})

/** In the languages that have it; French stands in for the others. */
const texts = z.strictObject({
  fr: line(300),
  en: z.optional(line(300)),
  ru: z.optional(line(300)),
  es: z.optional(line(300)),
})

const notice = z
  .strictObject({
    id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
    text: texts,
    from: z.iso.datetime(),
    until: z.optional(z.iso.datetime()),
    tone: z.enum(['info', 'warning', 'success']),
    /** A page of ours, or another site. */
    link: z.optional(z.union([z.string().check(z.regex(/^\/(?!\/)[\w\-./?=&#]{0,200}$/)), https])),
  })
  .check(
    z.refine(({ from, until }) => until === undefined || Date.parse(from) < Date.parse(until), {
      path: ['until'],
      error: 'must be after its beginning',
      params: { code: 'not_after' },
    }),
  )

/** The list holds no more; those that are over make room for a new one. */
export const mostNotices = 20
const notices = z.array(notice).check(
  z.maxLength(mostNotices),
  unique('id', 'is that of another notice', ({ id }) => id),
)

/** What the donations of a month are for; it is shown in that month alone. */
export const goalFields = z.strictObject({
  title: texts,
  amountCents: z.pipe(
    z.int('must be whole cents').check(z.minimum(1, 'must be above 0'), z.maximum(100_000_000)),
    z.transform(cents),
  ),
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-12')),
})
export type Goal = z.output<typeof goalFields>
const goal = z.nullable(goalFields)

const day = z.iso.date('must be a day, such as 2027-01-31')
const productSlug = z.string().check(z.maxLength(60))

export const monetisationFields = z.strictObject({
  approval: z.nullable(
    z.strictObject({ approvedOn: day, endsOn: day, link: z.nullable(https) }).check(
      z.refine(({ approvedOn, endsOn }) => approvedOn < endsOn, {
        path: ['endsOn'],
        error: 'must be after the day of the approval',
        params: { code: 'not_after' },
      }),
    ),
  ),
  categories: z.record(productSlug, z.enum(saleCategories)),
  seen: z.record(productSlug, z.readonly(z.array(line(100)).check(z.maxLength(200)))),
})

const prices = z
  .record(
    z.string().check(z.maxLength(100)),
    z.strictObject({
      priceEuros: z
        .number()
        .check(must('no_price', 'must be above 0, in euros and whole cents', isPrice)),
      hostedButtonId: z.nullable(
        z.string().check(z.regex(/^[A-Z0-9]{5,40}$/, 'must be the id of a PayPal button')),
      ),
      /** Takes this duration or tier off the pages. */
      hidden: z.optional(z.boolean()),
    }),
  )
  .check(({ value: list, issues }) => {
    const entries = Object.entries(list)
    const ids = entries.map(([, { hostedButtonId }]) => hostedButtonId)
    for (const [index, [key]] of entries.entries()) {
      const id = ids[index]
      if (id === undefined || id === null || ids.indexOf(id) === index) continue
      // Two offers with one button would cost the same at PayPal.
      const message = 'is the button of another offer'
      const path = [key, 'hostedButtonId']
      issues.push({ code: 'custom', path, input: list, message, params: { code: 'repeated' } })
    }
  })

/** The least that Stripe charges. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastDollars = 0.5

const krOfPack = z.int('must be a whole number').check(z.maximum(1_000_000))
const packs = z
  .array(
    z.strictObject({
      amount: krOfPack.check(z.minimum(1, 'must be above 0')),
      bonus: krOfPack.check(z.minimum(0, 'must not be below 0')),
      priceDollars: z
        .number()
        .check(
          must(
            'no_price',
            `must be at least ${leastDollars} dollars, in whole cents`,
            (dollars: number) => isPrice(dollars) && dollars >= leastDollars,
          ),
        ),
      priceId: z.string().check(z.regex(/^\w{1,100}$/, 'must be of letters and digits')),
      hidden: z.optional(z.boolean()),
    }),
  )
  .check(
    z.maxLength(50),
    unique('amount', 'is that of another pack', ({ amount }) => amount),
    // A buyer of the dearer pack would get the cheaper one.
    unique('priceId', 'is that of another pack', ({ priceId }) => priceId),
  )

/** Addresses of other pages beside those of the products, and the name of all packs. */
const takenSlugs = new Set(['color-tag', 'extras', packsName, 'reskin', 'reskin-top-pant', 'skin'])

const common = {
  slug: z.string().check(
    z.maxLength(60),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be of small letters, such as priority-queue'),
    must('taken', 'is the address of another page', (slug: string) => !takenSlugs.has(slug)),
  ),
  name: line(90),
  hidden: z.optional(z.boolean()),
}
const slots = z.optional(count)

const product: z.ZodMiniType<Product> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    slots,
    kind: z.literal('timed'),
    perk: z.optional(z.literal('priority_queue')),
    picture: z.optional(z.literal('queue')),
  }),
  z.strictObject({ ...common, slots, kind: z.literal('color-tag'), tag: z.enum(['clan', 'name']) }),
  z.strictObject({
    ...common,
    kind: z.literal('reskin'),
    slug: common.slug.check(z.regex(/^reskin-/, 'must start with reskin-')),
    group: z.enum(['gear', 'weapon']),
    picture: z.enum(['top', 'pant', 'armour', 'helmet', 'sniper', 'auto']),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('extra'),
    picture: z.optional(z.enum(['reset-stats', 'reset-enemies'])),
  }),
])

const discordRole: z.ZodMiniType<DiscordRole> = z.strictObject({
  roleId: z.string().check(z.regex(/^\d{17,20}$/, 'must be the id of a role, 17 to 20 digits')),
  perk: z.optional(z.string()),
})

const products = z
  .strictObject({
    products: z.array(product).check(
      z.maxLength(200),
      unique('slug', 'is that of another product', ({ slug }) => slug),
      // Orders are distinguished by type and name.
      unique('name', 'is that of another product', (one) => `${typeOf(one)} ${one.name}`),
    ),
    discordRoles: z.array(discordRole).check(z.maxLength(100)),
  })
  .check(({ value, issues }) => {
    const refuse = (path: (string | number)[], code: string, message: string): void =>
      void issues.push({ code: 'custom', path, input: value, message, params: { code } })
    const perks = new Set(value.products.map(perkOf))
    for (const [index, { perk }] of value.discordRoles.entries()) {
      if (perk === undefined || perks.has(perk)) continue
      refuse(['discordRoles', index, 'perk'], 'unknown_perk', 'is brought by no product')
    }
    for (const [index, one] of value.products.entries()) {
      const isOwnType = one.kind === 'timed' || one.kind === 'color-tag'
      if (!isOwnType || !/^(Reskin|Extras)$/.test(one.name)) continue
      refuse(['products', index, 'name'], 'taken', 'is the type of other products')
    }
  })

/** What everybody may know of the sections. */
export const publicSections = {
  community: z.object(z.omit(community, { announceStartedCheckouts: true }).shape),
  server: z.object(z.omit(serverFields, { nameTagPrefix: true }).shape),
  ranks,
  people,
  notices,
  prices,
  packs,
  products: products.shape.products,
  monetisation: z.object(z.omit(monetisationFields, { seen: true }).shape),
}

/** The sections that `siteSections` checks together, because one may name what another one has. */
export const ruledSections = [
  'community',
  'server',
  'ranks',
  'people',
  'legal',
  'notices',
  'goal',
  'discord',
  'prices',
  'packs',
  'products',
  'monetisation',
] as const
export const sectionNames = [...ruledSections, 'productTexts'] as const
export type SectionName = (typeof sectionNames)[number]

const priceMessages = {
  price_missing: 'is missing, and its product is sold',
  unknown_product: 'is of no product',
  nothing_sold: 'has no price that is shown: hide the product instead',
} as const

/**
 * What the owner decides, a section at a time, and the rules between sections. `site/` has what holds
 * until they save another.
 */
export const siteSections = z
  .strictObject({
    community,
    server,
    ranks,
    people,
    legal,
    notices,
    goal,
    discord: discordChannels,
    prices,
    packs,
    products,
    monetisation: monetisationFields,
  })
  .check(({ value, issues }) => {
    for (const { code, key } of findPriceFaults(value.products.products, value.prices)) {
      const message = priceMessages[code]
      const path = ['prices', key]
      issues.push({ code: 'custom', path, input: value, message, params: { code } })
    }
  })
export type SiteSections = Unchanged<z.output<typeof siteSections>>
export type Notice = SiteSections['notices'][number]
export type Monetisation = SiteSections['monetisation']
