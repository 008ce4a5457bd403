import { createListeners, type Listeners } from '#web/listeners.ts'
import { idle, nextHold, type Hold, type HoldEvent } from './hold.ts'

const stepMs = 200
const resetDelayMs = 1000

export interface HoldClock extends Pick<Listeners, 'subscribe'> {
  readonly read: () => Hold
  /** True when the event meant something: a second confirmation means nothing. */
  readonly send: (event: HoldEvent) => boolean
  /** Forgets everything, for a page that goes. */
  readonly stop: () => void
}

/** A hold with its time: the bar rises while the button is held, and falls a second after success. */
export function createHoldClock(): HoldClock {
  const { notify, subscribe } = createListeners()
  let hold = idle
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = (event: HoldEvent): boolean => {
    const next = nextHold(hold, event)
    if (next === hold) return false
    hold = next
    clearTimeout(timer)
    if (hold.phase === 'holding') timer = setTimeout(() => send({ type: 'step' }), stepMs)
    if (hold.phase === 'bought') timer = setTimeout(() => send({ type: 'reset' }), resetDelayMs)
    notify()
    return true
  }

  return {
    read: () => hold,
    send,
    subscribe,
    stop: () => {
      clearTimeout(timer)
      hold = idle
    },
  }
}
