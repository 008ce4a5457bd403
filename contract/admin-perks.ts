import * as z from 'zod/mini'
import { longestImport } from '#domain/text-limits.ts'
import { get, post, remove } from './endpoint.ts'
import { cursor, list, nextCursor, rgbColor, staffReason, steamId, uuid } from './fields.ts'
import { shownDeliveryStates, grantSources } from './perks.ts'

const perk = z.string().check(z.minLength(1), z.maxLength(100))
const dryRun = z._default(z.boolean(), false)

const attempt = z.object({
  at: z.string(),
  what: z.string(),
  /** A code of ours, or what the other program or machine reported. */
  answer: z.string(),
})

const adminDelivery = z.object({
  /** Its name; `manual` for what the staff hands over. */
  adapter: z.string(),
  state: z.enum(shownDeliveryStates),
  /** Why it is not in the game: a code. */
  reason: z.nullable(z.string()),
  /** What the other program or machine reported. */
  detail: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  /** Newest first. */
  attempts: list(attempt),
})

/** A grant, with the deliveries of its Steam ID and perk. */
export const adminGrant = z.object({
  id: z.string(),
  steamId: z.string(),
  perk: z.string(),
  params: z.object({ color: z.optional(rgbColor) }),
  source: z.enum(grantSources),
  /** The order that paid for it. */
  orderId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  grantedAt: z.string(),
  /** Null while a dispute suspends it, and when it was voided before it began. */
  startsAt: z.nullable(z.string()),
  /** Null when permanent, and when it has no start. */
  endsAt: z.nullable(z.string()),
  suspended: z.boolean(),
  /** Whether a ban keeps it from its player. */
  stopped: z.boolean(),
  /** Whether its Steam ID holds the perk now, by this grant or by others. */
  held: z.boolean(),
  voidedAt: z.nullable(z.string()),
  deliveries: list(adminDelivery),
})
export type AdminGrant = z.output<typeof adminGrant>

/** Newest first. */
export const listGrants = get('/api/admin/perks', {
  who: 'perks.read',
  query: z.object({
    steamId: z.optional(steamId),
    /** `unfinished` stands for all states but `verified`. */
    state: z.optional(z.enum([...shownDeliveryStates, 'unfinished'])),
    cursor,
  }),
  answer: z.object({ grants: list(adminGrant), nextCursor }),
})

/** The most that may be given at once. */
export const longestGrant = { days: 3650, months: 120 } as const
/** The most for those who may not change the perks of many. */
export const longestSmallGrant = { days: 31, months: 1 } as const

const grantedMonths = z.int().check(z.minimum(1), z.maximum(longestGrant.months))
const grantedDays = z.int().check(z.minimum(1), z.maximum(longestGrant.days))

const grantTerm = {
  months: z.optional(grantedMonths),
  until: z.optional(z.iso.datetime({ offset: true })),
  permanent: z.optional(z.literal(true)),
}

/** Exactly one of `days`, `months`, `until` and `permanent`. */
const newGrant = z
  .object({
    steamId,
    perk,
    params: z.optional(z.object({ color: z.optional(rgbColor) })),
    days: z.optional(grantedDays),
    ...grantTerm,
    reason: staffReason,
  })
  .check(
    z.refine(
      ({ days, months, until, permanent }) => countGiven(days, months, until, permanent) === 1,
      {
        path: ['months'],
        message: 'Exactly one of days, months, until and permanent.',
        params: { code: 'exactly_one' },
      },
    ),
  )

function countGiven(...values: unknown[]): number {
  return values.filter((value) => value !== undefined).length
}

export const grantPerk = post('/api/admin/perks', {
  who: 'perks.give',
  body: newGrant,
  answer: adminGrant,
})

const oneGrant = {
  who: 'perks.give',
  params: z.object({ id: uuid }),
  unknown: 'perk_not_found',
} as const

export const voidGrant = remove('/api/admin/perks/:id', {
  ...oneGrant,
  body: z.object({ reason: staffReason }),
})

/** Whether the staff has handed it over. */
export const deliverGrant = post('/api/admin/perks/:id/delivered', {
  ...oneGrant,
  body: z.object({ delivered: z.boolean() }),
  answer: adminGrant,
})

/** When the game server was offline, newest first. */
export const listOutages = get('/api/admin/outages', {
  who: 'perks.batch',
  answer: list(z.object({ from: z.string(), to: z.string(), hours: z.number() })),
})

/** In hundredths, as the pages show them. */
export const compensatedHours = z
  .number()
  .check(z.positive(), z.multipleOf(0.01), z.maximum(24 * 90))

export const compensatePerks = post('/api/admin/perk-compensations', {
  who: 'perks.batch',
  body: z.object({
    perks: z.array(perk).check(z.minLength(1), z.maxLength(50)),
    hours: compensatedHours,
    reason: staffReason,
    dryRun,
  }),
  answer: z.object({
    /** Null for a dry run, and when nobody gets any. */
    id: z.nullable(z.string()),
    players: z.number(),
    hours: z.number(),
  }),
})

export const transferPerks = post('/api/admin/perk-transfers', {
  who: 'perks.batch',
  body: z.object({ from: steamId, to: steamId, reason: staffReason, dryRun }).check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      message: 'Another Steam ID.',
      params: { code: 'same_steam_id' },
    }),
  ),
  /** `id` is null for a dry run. */
  answer: z.object({ id: z.nullable(z.string()), grants: z.number() }),
})

/** Lines without an end need `until` or `permanent`. */
const perkList = z
  .object({
    source: z.enum(['priority-file', 'cftools', 'csv']),
    /** Of `csv`, and of a `priority-file` that was copied; without it the adapter reads its own. */
    text: z.optional(z.string().check(z.maxLength(longestImport))),
    until: grantTerm.until,
    permanent: grantTerm.permanent,
    dryRun,
  })
  .check(
    z.refine(({ until, permanent }) => countGiven(until, permanent) <= 1, {
      path: ['until'],
      message: 'At most one of until and permanent.',
      params: { code: 'at_most_one' },
    }),
    z.refine(
      ({ source, text }) =>
        source === 'priority-file' || (source === 'csv') === (text !== undefined),
      {
        path: ['text'],
        message: 'A csv needs its text, and cftools has none.',
        params: { code: 'text_of_source' },
      },
    ),
  )

const perkImport = z.object({
  /** Null for a dry run, and when nothing was accepted. */
  id: z.nullable(z.string()),
  accepted: z.number(),
  /** `line` counts from 1, a header included; `reason` is a code. */
  refused: list(z.object({ line: z.number(), reason: z.string() })),
})
export type PerkImport = z.output<typeof perkImport>

export const importPerks = post('/api/admin/perk-imports', {
  who: 'perks.batch',
  body: perkList,
  answer: perkImport,
})

const oneBatch = {
  who: 'perks.batch',
  params: z.object({ id: uuid }),
  unknown: 'not_found',
  /** May be left out. */
  body: z._default(z.object({ reason: z.optional(staffReason) }), {}),
} as const

export const undoCompensation = remove('/api/admin/perk-compensations/:id', oneBatch)
export const undoTransfer = remove('/api/admin/perk-transfers/:id', oneBatch)
export const undoImport = remove('/api/admin/perk-imports/:id', oneBatch)

/** Undoes a change to many grants, by its kind. */
export const undoBatch = {
  compensation: undoCompensation,
  transfer: undoTransfer,
  import: undoImport,
} as const

export const batchKinds = ['compensation', 'transfer', 'import'] as const

const perkBatch = z.object({
  id: z.string(),
  kind: z.enum(batchKinds),
  reason: z.string(),
  actor: z.string(),
  /** As in the audit log. */
  actorName: z.nullable(z.string()),
  madeAt: z.string(),
  undoneAt: z.nullable(z.string()),
  /** How many players a compensation, grants a transfer, or lines an import had. */
  count: z.number(),
  /** Of a compensation. */
  hours: z.nullable(z.number()),
  /** Of a transfer. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type PerkBatch = z.output<typeof perkBatch>

/** The newest changes to many grants, newest first. */
export const listPerkBatches = get('/api/admin/perk-batches', {
  who: 'perks.batch',
  answer: list(perkBatch),
})

const adapterCheck = z.object({
  state: z.enum(['ready', 'retrying', 'needs_owner']),
  /** Why it could not do its work: a code. */
  reason: z.nullable(z.string()),
  /** What the other program or machine reported. */
  detail: z.nullable(z.string()),
  /** What the owner should know, although it stops nothing. */
  notes: list(z.object({ code: z.string(), detail: z.string() })),
})
export type AdapterCheck = z.output<typeof adapterCheck>

/** A way of delivering perks, after its last run. */
const adapterView = z.extend(adapterCheck, {
  name: z.string(),
  /** Whether it writes; until then it only compares. */
  enabled: z.boolean(),
  lastRunAt: z.nullable(z.string()),
  /** What it would change; null once it writes, and before its first comparison. */
  dryRun: z.nullable(
    z.object({
      adds: list(z.string()),
      keeps: list(z.string()),
      removes: list(z.string()),
      foreign: list(z.string()),
    }),
  ),
})
export type AdapterView = z.output<typeof adapterView>

export const listAdapters = get('/api/admin/adapters', {
  who: 'perks.read',
  answer: list(adapterView),
})

const oneAdapter = { who: 'adapters', params: z.object({ name: z.string() }) } as const

/** Also tries again what waits. */
export const checkAdapter = post('/api/admin/adapters/:name/check', {
  ...oneAdapter,
  answer: adapterCheck,
})
export const enableAdapter = post('/api/admin/adapters/:name/enable', {
  ...oneAdapter,
  answer: adapterView,
})

const fileVersion = z.object({
  id: z.string(),
  replacedAt: z.string(),
  sha256: z.string(),
  /** How many Steam IDs it names. */
  entries: z.number(),
})
export type FileVersion = z.output<typeof fileVersion>

/** What we replaced, newest first, at most ten. */
export const listFileVersions = get('/api/admin/adapters/:name/file-versions', {
  ...oneAdapter,
  answer: list(fileVersion),
})
export const restoreFileVersion = post('/api/admin/adapters/:name/file-versions/:id/put-back', {
  ...oneAdapter,
  params: z.object({ name: z.string(), id: uuid }),
  unknown: 'not_found',
  answer: adapterView,
})
