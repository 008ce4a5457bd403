import * as z from 'zod/mini'
import { list, rgbColor, steamId } from './fields.ts'

/**
 * How far a delivery is. `verified`: it is in the game, as we have read there. `needs_owner`: the
 * staff has to do something. `suspended`: its payment is disputed.
 */
const deliveryStates = [
  'queued',
  'sending',
  'applied',
  'verified',
  'waiting_first_join',
  'waiting_restart',
  'needs_owner',
  'retrying',
  'suspended',
] as const

const deliveryView = z.object({
  state: z.enum(deliveryStates),
  /** Since it last changed, oldest first; times are ISO 8601. */
  steps: list(z.object({ state: z.enum(deliveryStates), at: z.string() })),
  /** Why it is not in the game yet: a code. */
  reason: z.optional(z.string()),
  /** When it is tried again. */
  until: z.optional(z.string()),
})
export type DeliveryView = z.output<typeof deliveryView>

/** A perk that a Steam ID holds. */
const perkView = z.object({
  perk: z.string(),
  steamId: z.string(),
  /** The colour of a name tag. */
  params: z.object({ color: z.optional(rgbColor) }),
  startsAt: z.string(),
  /** Null when permanent. */
  endsAt: z.nullable(z.string()),
  delivery: deliveryView,
})
export type PerkView = z.output<typeof perkView>

/** Answer of `GET /api/perks`: what this account or browser holds. */
export const perkList = list(perkView)
export type PerkList = z.output<typeof perkList>

/** Path parameters of `POST /api/perks/:steamId/:perk/color`. */
export const colorOwner = z.object({ steamId, perk: z.string().check(z.maxLength(100)) })

/** Body of `POST /api/perks/:steamId/:perk/color`. */
export const changeColorRequest = rgbColor

const perkSlots = z.object({
  /** The product's slug. */
  product: z.string(),
  slots: z.number(),
  left: z.number(),
  /** When none is left: when the next one ends; null when none of them ends. */
  nextFreeAt: z.nullable(z.string()),
})

/** Answer of `GET /api/perk-slots`: the products that only some players can have at once. */
export const perkSlotList = list(perkSlots)
export type PerkSlotList = z.output<typeof perkSlotList>

/** A way of delivering perks. */
const adapterView = z.object({
  name: z.string(),
  /** Whether it writes; until then it only compares. */
  enabled: z.boolean(),
  state: z.enum(['ready', 'retrying', 'needs_owner']),
  /** Why it could not do its work: a code. */
  reason: z.nullable(z.string()),
  /** The same in the words of the other side. */
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
})
export type AdapterView = z.output<typeof adapterView>

/** Answer of `GET /api/admin/adapters`. */
export const adapterList = list(adapterView)
export type AdapterList = z.output<typeof adapterList>

/** Answer of `POST /api/admin/adapters/:name/check`. */
export const adapterCheck = z.object({
  state: z.enum(['ready', 'retrying', 'needs_owner']),
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** What the owner should know, although it stops nothing. */
  notes: list(z.object({ code: z.string(), detail: z.string() })),
})
export type AdapterCheck = z.output<typeof adapterCheck>
