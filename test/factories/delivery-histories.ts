import fc from 'fast-check'
import {
  moveDelivery,
  newDelivery,
  deliveredStates,
  type DeliveryFailure,
  type DeliveryProgress,
} from '#domain/deliveries.ts'

/** How a run ends: of this delivery, as a whole (`fault`), or by the death of its process. */
type RunEnd =
  | 'delivered'
  | 'delivered_before_restart'
  | DeliveryFailure
  | { readonly fault: 'failed' | 'staff_needed' }
  | 'dies_after_start'
  | 'dies_before_record'

export interface DeliveryRun {
  readonly kind: 'run'
  readonly end: RunEnd
  readonly isChangedMeanwhile: boolean
}

export type DeliveryCommand =
  | { readonly kind: 'changed' }
  | { readonly kind: 'falls_due' }
  | DeliveryRun

const runEnds: readonly RunEnd[] = [
  'delivered',
  'delivered_before_restart',
  'player_missing',
  'failed',
  'staff_needed',
  { fault: 'failed' },
  { fault: 'staff_needed' },
  'dies_after_start',
  'dies_before_record',
]

/** What happens to one delivery, in any order. */
export const deliveryHistory = fc.array(
  fc.constantFrom<DeliveryCommand>(
    { kind: 'changed' },
    { kind: 'falls_due' },
    ...runEnds.flatMap((end) =>
      [false, true].map((isChangedMeanwhile) => ({
        kind: 'run' as const,
        end,
        isChangedMeanwhile,
      })),
    ),
  ),
  { maxLength: 10 },
)

export interface DeliveryModel extends DeliveryProgress {
  readonly isDue: boolean
  /** Whether the run works on it; not once it has changed again. */
  readonly isOfRun: boolean
}

export const boughtDelivery: DeliveryModel = {
  ...moveDelivery(newDelivery, 'changed', new Date(0)),
  isDue: false,
  isOfRun: false,
}

/** The delivery after a command, as the reconciler has to leave it. */
export function play(before: DeliveryModel, command: DeliveryCommand, at: Date): DeliveryModel {
  const isResting = deliveredStates.includes(before.state)
  if (command.kind === 'changed') return change(before, at)
  if (command.kind === 'falls_due') return { ...before, isDue: isResting }
  const { end, isChangedMeanwhile } = command
  const isOfRun = !isResting || before.isDue
  const started = isOfRun
    ? { ...moveDelivery(before, 'run_started', at), isDue: before.isDue, isOfRun }
    : { ...before, isOfRun }
  if (end === 'dies_after_start') return started
  const current = isChangedMeanwhile ? change(started, at) : started
  if (end === 'dies_before_record') return current
  const isFailure = end === 'player_missing' || end === 'failed' || end === 'staff_needed'
  // What somebody else has undone fails although it was not due.
  if (!current.isOfRun && !(isFailure && current.state === 'verified')) return current
  const event = typeof end === 'object' ? end.fault : end
  return { ...moveDelivery(current, event, at), isDue: false, isOfRun: false }
}

function change(before: DeliveryModel, at: Date): DeliveryModel {
  return { ...moveDelivery(before, 'changed', at), isDue: false, isOfRun: false }
}
