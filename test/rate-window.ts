import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for the next window of a limit when this one ends too soon: a new window in the middle of a
 * count would let more through.
 */
export async function untilWindowHas(seconds: number, windowSeconds: number): Promise<void> {
  const left = windowSeconds - ((Date.now() / 1000) % windowSeconds)
  if (left < seconds) await sleep((left + 1) * 1000)
}
