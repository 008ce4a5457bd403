import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMilliseconds = 1000
/** The number of readings without a lower one. */
const calmReadings = 10
const mostReadings = 60

/** Resident memory of a process in MB; null without Linux' `/proc` or without the process. */
export function findResidentMb(pid: number | null): number | null {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1_000_000
}

/** The same; throws when it cannot be read. */
export function readResidentMb(pid: number): number {
  const megabytes = findResidentMb(pid)
  if (megabytes === null) throw new Error(`no memory of process ${pid}`)
  return megabytes
}

/** Resident memory in MB once it has stopped falling by itself, after a minute at most. */
export async function readCalmResidentMb(pid: number): Promise<number> {
  let lowest = Infinity
  let readingsSince = 0
  for (let reading = 0; reading < mostReadings && readingsSince < calmReadings; reading += 1) {
    await sleep(pauseMilliseconds)
    const now = readResidentMb(pid)
    readingsSince = now < lowest ? 0 : readingsSince + 1
    lowest = Math.min(lowest, now)
  }
  return readResidentMb(pid)
}
