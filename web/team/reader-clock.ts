import { useSyncExternalStore } from 'react'
import { isTimeZone } from '#domain/usual-hours.ts'

/** Whose clock times are shown by. */
export interface ReaderClock {
  /** An IANA name. */
  readonly timeZone: string
  /** Now to the hour, in milliseconds since 1970: what decides about summer time. */
  readonly timeMs: number
}

const hourMs = 3_600_000
let clock: ReaderClock | null = null

/** The clock of this device; null on a prerendered page. */
export function useReaderClock(): ReaderClock | null {
  return useSyncExternalStore(hearNothing, readClock, () => null)
}

function readClock(): ReaderClock {
  const timeMs = Math.floor(Date.now() / hourMs) * hourMs
  if (clock?.timeMs !== timeMs) clock = { timeZone: ownTimeZone(), timeMs }
  return clock
}

/** A browser that cannot tell where it is says `Etc/Unknown`, which no calendar takes. */
function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

// Whoever shows hours reads the clock whenever it is drawn, which is often enough.
function hearNothing(): () => void {
  return () => {}
}
