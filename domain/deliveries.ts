/**
 * The steps of a delivery. `queued`: the perk has changed, and no run has begun since. `sending`: a run
 * is at it. `applied`: it is where the adapter delivers, which is to be read back. `verified`: it was
 * read back there, or the staff has confirmed it; so is what is no longer held, once it is gone.
 * `waiting_restart`: the game reads it when it starts next. `waiting_first_join`: the player is not
 * known there yet. `retrying`: it failed, and is tried again. `needs_owner`: the staff has to act.
 */
export const deliverySteps = [
  'queued',
  'sending',
  'applied',
  'verified',
  'waiting_first_join',
  'waiting_restart',
  'needs_owner',
  'retrying',
] as const
type StepName = (typeof deliverySteps)[number]
/** Where a delivery can stay; what was applied is read back in the same run. */
export type DeliveryState = Exclude<StepName, 'applied'>

export const deliveryStates = deliverySteps.filter((step) => step !== 'applied')

export interface DeliveryStep {
  readonly state: StepName
  readonly at: string
}

/**
 * What moves a delivery. Of an adapter: what the player holds has `changed`, a run starts, and its
 * result arrives. Of the staff, where no adapter delivers: something is `left_to_staff`, or has
 * `ended` and is to be taken back; they have `confirmed` that it is done, or `unconfirmed` it.
 */
export type DeliveryEvent =
  | 'changed'
  | 'run_started'
  | 'delivered'
  | 'delivered_before_restart'
  | DeliveryFailure
  | 'left_to_staff'
  | 'ended'
  | 'confirmed'
  | 'unconfirmed'

/** Why a run could not deliver it: `failed` passes by itself. */
export type DeliveryFailure = 'player_missing' | 'failed' | 'staff_needed'

export interface Move {
  /** The new steps; the last one is the new state. Without any, the delivery stays where it is. */
  readonly steps: readonly StepName[]
  /** Whether the list of its steps begins with them. */
  readonly isFirst: boolean
}

const stay: Move = { steps: [], isFirst: false }
const add = (...steps: readonly StepName[]): Move => ({ steps, isFirst: false })
const begin = (...steps: readonly StepName[]): Move => ({ steps, isFirst: true })

/** The moves of what runs try until it is delivered. */
const tried = {
  changed: begin('queued'),
  run_started: stay,
  delivered: add('applied', 'verified'),
  delivered_before_restart: add('applied', 'verified', 'waiting_restart'),
  player_missing: add('waiting_first_join'),
  failed: add('retrying'),
  staff_needed: add('needs_owner'),
} as const

/**
 * The table of moves. A move that is not in it is a mistake, which the database refuses. The first
 * rows are furthest behind. A new delivery begins as if it had been `verified`.
 */
export const deliveryMoves: Readonly<
  Record<DeliveryState, Readonly<Partial<Record<DeliveryEvent, Move>>>>
> = {
  needs_owner: {
    ...tried,
    staff_needed: stay,
    left_to_staff: stay,
    ended: begin('needs_owner'),
    confirmed: add('verified'),
  },
  retrying: { ...tried, failed: stay },
  waiting_first_join: { ...tried, player_missing: stay },
  queued: { changed: stay, run_started: add('sending') },
  sending: tried,
  waiting_restart: { ...tried, delivered: add('verified'), delivered_before_restart: stay },
  verified: {
    changed: begin('queued'),
    // It has ended, or is due to be looked at.
    run_started: begin('queued', 'sending'),
    // Somebody else has undone it.
    player_missing: add('waiting_first_join'),
    failed: add('retrying'),
    staff_needed: add('needs_owner'),
    left_to_staff: begin('needs_owner'),
    ended: begin('needs_owner'),
    confirmed: stay,
    unconfirmed: add('needs_owner'),
  },
}

export interface DeliveryProgress {
  readonly state: DeliveryState
  /** Since the perk last changed. */
  readonly steps: readonly DeliveryStep[]
}

export const newDelivery: DeliveryProgress = { state: 'verified', steps: [] }

/** A delivery after an event, at this time. */
export function moveDelivery(
  { state, steps }: DeliveryProgress,
  event: DeliveryEvent,
  at: Date,
): DeliveryProgress {
  const move = deliveryMoves[state][event]
  if (!move) throw new Error(`a delivery that is ${state} cannot be ${event}`)
  const added = move.steps.map((name) => ({ state: name, at: at.toISOString() }))
  return { state: stateAfter(state, move), steps: move.isFirst ? added : [...steps, ...added] }
}

/** The state to which a move leads from this one. */
export function stateAfter(state: DeliveryState, { steps }: Move): DeliveryState {
  const last = steps.at(-1)
  return last === undefined || last === 'applied' ? state : last
}

/** Delivered, or waiting for the restart of the game alone. What is in another state is part of the next run. */
export const deliveredStates: readonly string[] = [
  'verified',
  'waiting_restart',
] satisfies readonly DeliveryState[]

/** The steps of a delivery that meets no difficulty. */
export const usualSteps = [
  'queued',
  'sending',
  'applied',
  'verified',
] as const satisfies readonly DeliveryStep['state'][]

/** Those before it is delivered. */
export const passingSteps: readonly string[] = [
  'queued',
  'sending',
  'applied',
] satisfies readonly DeliveryStep['state'][]

/** What moves on without the player; what needs the staff is tried again, too. */
export const movingStates: readonly string[] = [
  ...passingSteps,
  ...(['retrying', 'needs_owner'] satisfies readonly DeliveryState[]),
]

/** Orders deliveries, the one that is furthest behind first. */
export function compareProgress(one: DeliveryState, other: DeliveryState): number {
  const order: readonly string[] = Object.keys(deliveryMoves)
  return order.indexOf(one) - order.indexOf(other)
}
