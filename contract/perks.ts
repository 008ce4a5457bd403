import * as z from 'zod/mini'
import { deliverySteps } from '#domain/deliveries.ts'
import { get, post, put } from './endpoint.ts'
import { list, rgbColor, steamId } from './fields.ts'
import { perkSlotsAddress } from './page-renderer.ts'

/** How far a delivery is. `suspended`: its payment is disputed. */
export const shownDeliveryStates = [...deliverySteps, 'suspended'] as const

export const deliveryView = z.object({
  /** `moved`: the staff has transferred it, and its delivery concerns another player. */
  state: z.enum([...shownDeliveryStates, 'moved']),
  /** Its states since the perk last changed, oldest first; times are ISO 8601. */
  steps: list(z.object({ state: z.enum(shownDeliveryStates), at: z.string() })),
  /** Why it is not in the game yet: a code. */
  reason: z.optional(z.string()),
  /** When it is tried again. */
  until: z.optional(z.string()),
})
export type DeliveryView = z.output<typeof deliveryView>

export const grantSources = ['order', 'staff', 'compensation', 'import', 'transfer'] as const

export const perkView = z.object({
  perk: z.string(),
  steamId: z.string(),
  /** The colour of a name tag. */
  params: z.object({ color: z.optional(rgbColor) }),
  startsAt: z.string(),
  /** Null when permanent. */
  endsAt: z.nullable(z.string()),
  /**
   * The day of the month, in UTC, on which a renewal ends where that month has it: 31 after a month
   * bought on 31 January. Null where the day of `endsAt` counts.
   */
  renewalDay: z.nullable(z.int()),
  delivery: deliveryView,
  /** The colour that was chosen last, for the cart of a renewal; null for other readers. */
  lastColor: z.nullable(rgbColor),
  /** When the reader may change its colour again; null if they may now, or have none to change. */
  colorChangeAt: z.nullable(z.string()),
  /** The grants that run now or will run, in this order; `endsAt` is null for a permanent one. */
  calendar: list(
    z.object({
      startsAt: z.string(),
      endsAt: z.nullable(z.string()),
      source: z.enum(grantSources),
    }),
  ),
  /** What happened to it, newest first; empty for readers who may see only their own part. */
  history: list(
    z.object({
      at: z.string(),
      what: z.enum(['granted', 'voided', 'suspended', 'resumed', 'colored']),
      /** Where the grant came from; null for a change of colour. */
      source: z.nullable(z.enum(grantSources)),
    }),
  ),
})
export type PerkView = z.output<typeof perkView>

/** What this account or browser holds. */
export const listPerks = get('/api/perks', { who: 'anybody', answer: list(perkView) })

export const changeColor = post('/api/perks/:steamId/:perk/color', {
  who: 'anybody',
  params: z.object({ steamId, perk: z.string().check(z.maxLength(100)) }),
  body: rgbColor,
  answer: perkView,
})

const perkSlots = z.object({
  /** The product's slug. */
  product: z.string(),
  slots: z.number(),
  left: z.number(),
  /** If none is left, when the next one becomes free; null if all of them are permanent. */
  nextFreeAt: z.nullable(z.string()),
})

export type PerkSlots = z.output<typeof perkSlots>

/** The products that only some players can have at once. */
export const listSlots = get(perkSlotsAddress, { who: 'anybody', answer: list(perkSlots) })

/** About the perks of `listPerks`. */
const perkReminders = z.object({
  /** Perks that end within seven days, or ended in the last seven; the soonest first. */
  reminders: list(
    z.object({
      steamId: z.string(),
      perk: z.string(),
      endsAt: z.string(),
      kind: z.enum(['week_before', 'day_before', 'ended']),
    }),
  ),
  /** What the staff wrote about their orders, and they have not read. */
  answers: z.number(),
  /** Reminders by Discord message; null for visitors who are not signed in, and without a bot. */
  direct: z.nullable(
    z.object({
      chosen: z.boolean(),
      /** Whether Discord refused the last one, which ended them. */
      refused: z.boolean(),
    }),
  ),
})
export type PerkReminders = z.output<typeof perkReminders>

export const readReminders = get('/api/perk-reminders', {
  who: 'anybody',
  answer: perkReminders,
})
export const chooseReminders = put('/api/perk-reminders', {
  who: 'anybody',
  body: z.object({ direct: z.boolean() }),
  answer: perkReminders,
})
