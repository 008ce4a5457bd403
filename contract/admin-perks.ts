import * as z from 'zod/mini'
import { cursor, list, nextCursor, readableText, rgbColor, steamId } from './fields.ts'
import { deliveryStates, grantSources } from './perks.ts'

const reason = readableText(500)
const perk = z.string().check(z.minLength(1), z.maxLength(100))
const dryRun = z._default(z.boolean(), false)

/** Query of `GET /api/admin/perks`. */
export const adminGrantsQuery = z.object({
  steamId: z.optional(steamId),
  /** `unfinished` stands for all states but `verified`. */
  state: z.optional(z.enum([...deliveryStates, 'unfinished'])),
  cursor,
})

const attempt = z.object({
  at: z.string(),
  what: z.string(),
  /** A code of ours, or what the other program or machine reported. */
  answer: z.string(),
})

const adminDelivery = z.object({
  /** Its name; `manual` for what the staff hands over. */
  adapter: z.string(),
  state: z.enum(deliveryStates),
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
  /** Whether its Steam ID holds the perk now, by this grant or by others. */
  held: z.boolean(),
  voidedAt: z.nullable(z.string()),
  deliveries: list(adminDelivery),
})
export type AdminGrant = z.output<typeof adminGrant>

/** Answer of `GET /api/admin/perks`, newest first. */
export const adminGrantPage = z.object({ grants: list(adminGrant), nextCursor })
export type AdminGrantPage = z.output<typeof adminGrantPage>

const grantTerm = {
  months: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  until: z.optional(z.iso.datetime({ offset: true })),
  permanent: z.optional(z.literal(true)),
}

/** Body of `POST /api/admin/perks`: exactly one of `months`, `until` and `permanent`. Answers the grant. */
export const grantPerkRequest = z
  .object({
    steamId,
    perk,
    params: z.optional(z.object({ color: z.optional(rgbColor) })),
    ...grantTerm,
    reason,
  })
  .check(
    z.refine(({ months, until, permanent }) => countGiven(months, until, permanent) === 1, {
      path: ['months'],
      message: 'Exactly one of months, until and permanent.',
      params: { code: 'exactly_one' },
    }),
  )

function countGiven(...values: unknown[]): number {
  return values.filter((value) => value !== undefined).length
}

/** Body of `DELETE /api/admin/perks/:id`. */
export const voidPerkRequest = z.object({ reason })

/**
 * Body of `DELETE /api/admin/perk-compensations/:id`, `…/perk-transfers/:id` and `…/perk-imports/:id`,
 * which may have none.
 */
export const undoPerksRequest = z.object({ reason: z.optional(reason) })

/** Body of `POST /api/admin/perks/:id/delivered`: whether the staff has handed it over. Answers the grant. */
export const perkDeliveredRequest = z.object({ delivered: z.boolean() })

/** Body of `POST /api/admin/perk-compensations`. */
export const compensatePerksRequest = z.object({
  perks: z.array(perk).check(z.minLength(1), z.maxLength(50)),
  hours: z.number().check(z.positive(), z.maximum(24 * 90)),
  reason,
  dryRun,
})

/** Answer to it; `id` is null for a dry run. */
export const perkCompensation = z.object({
  id: z.nullable(z.string()),
  players: z.number(),
  hours: z.number(),
})
export type PerkCompensation = z.output<typeof perkCompensation>

/** Answer of `GET /api/admin/outages`: when the game server was offline, newest first. */
export const outageList = list(z.object({ from: z.string(), to: z.string(), hours: z.number() }))
export type OutageList = z.output<typeof outageList>

/** Body of `POST /api/admin/perk-transfers`. */
export const transferPerksRequest = z.object({ from: steamId, to: steamId, reason, dryRun }).check(
  z.refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Another Steam ID.',
    params: { code: 'same_steam_id' },
  }),
)

/** Answer to it; `id` is null for a dry run. */
export const perkTransfer = z.object({ id: z.nullable(z.string()), grants: z.number() })
export type PerkTransferAnswer = z.output<typeof perkTransfer>

/** Body of `POST /api/admin/perk-imports`. Lines without an end need `until` or `permanent`. */
export const importPerksRequest = z
  .object({
    source: z.enum(['priority-file', 'cftools', 'csv']),
    /** Of `csv`, and of a `priority-file` that was copied; without it the adapter reads its own. */
    text: z.optional(z.string().check(z.maxLength(1_000_000))),
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

/** Answer to it; `id` is null for a dry run, and when nothing was accepted. */
export const perkImport = z.object({
  id: z.nullable(z.string()),
  accepted: z.number(),
  /** `line` counts from 1, a header included; `reason` is a code. */
  refused: list(z.object({ line: z.number(), reason: z.string() })),
})
export type PerkImport = z.output<typeof perkImport>

/** Answer of `GET /api/admin/perk-batches`: the newest changes to many grants, newest first. */
export const perkBatchList = list(
  z.object({
    id: z.string(),
    kind: z.enum(['compensation', 'transfer', 'import']),
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
  }),
)
export type PerkBatchList = z.output<typeof perkBatchList>

const adapterNote = z.object({ code: z.string(), detail: z.string() })

/** A way of delivering perks. */
export const adapterView = z.object({
  name: z.string(),
  /** Whether it writes; until then it only compares. */
  enabled: z.boolean(),
  state: z.enum(['ready', 'retrying', 'needs_owner']),
  /** Why it could not do its work: a code. */
  reason: z.nullable(z.string()),
  /** What the other program or machine reported. */
  detail: z.nullable(z.string()),
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
  /** What the owner should know of how it made its latest change. */
  notes: list(adapterNote),
})
export type AdapterView = z.output<typeof adapterView>

/** Answer of `GET /api/admin/adapters`. */
export const adapterList = list(adapterView)
export type AdapterList = z.output<typeof adapterList>

/** Answer of `POST /api/admin/adapters/:name/check`, which also tries again what waits. */
export const adapterCheck = z.object({
  state: z.enum(['ready', 'retrying', 'needs_owner']),
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** What the owner should know, although it stops nothing. */
  notes: list(adapterNote),
})
export type AdapterCheck = z.output<typeof adapterCheck>

/** Answer of `GET /api/admin/adapters/:name/file-versions`: what we replaced, newest first, at most ten. */
export const fileVersionList = list(
  z.object({
    id: z.string(),
    replacedAt: z.string(),
    sha256: z.string(),
    /** How many Steam IDs it names. */
    entries: z.number(),
  }),
)
export type FileVersionList = z.output<typeof fileVersionList>
