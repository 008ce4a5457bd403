import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from '#bench/report.ts'
import { readResidentMb } from '#bench/resident-memory.ts'
import type { RunningProduct } from '#test/product.ts'

/** The state of a server at one moment. */
interface Reading {
  readonly residentMb: number
  readonly openFiles: number
  readonly databaseConnections: number
  readonly eventLoopMilliseconds: number
}

export interface Readings {
  readonly stop: () => Promise<readonly Reading[]>
}

/** Medians of a quarter of the time. */
export interface Growth {
  readonly first: Reading
  readonly last: Reading
}

const pauseMilliseconds = 2000

/** Reads the server's state repeatedly from now on. */
export function startReadings(product: RunningProduct, databaseUrl: string): Readings {
  const closing = new AbortController()
  const readings: Reading[] = []
  const done = (async () => {
    while (!closing.signal.aborted) {
      // The server cannot answer while the database restarts.
      const reading = await readOnce(product, databaseUrl).catch(() => null)
      if (reading) readings.push(reading)
      await sleep(pauseMilliseconds)
    }
  })()
  return {
    stop: async () => {
      closing.abort()
      await done
      return readings
    },
  }
}

async function readOnce(product: RunningProduct, databaseUrl: string): Promise<Reading> {
  const pid = product.readPid()
  if (pid === null) throw new Error('no server')
  return {
    residentMb: readResidentMb(pid),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    databaseConnections: await countConnections(databaseUrl),
    eventLoopMilliseconds: await readEventLoop(product.origin),
  }
}

async function countConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rowCount ?? 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The longest delay among a hundred turns of the event loop. */
async function readEventLoop(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? []
  if (seconds === undefined) throw new Error('the metrics say nothing of the event loop')
  return Number(seconds) * 1000
}

export function readGrowth(readings: readonly Reading[]): Growth {
  const quarter = Math.max(1, Math.floor(readings.length / 4))
  return { first: middle(readings.slice(0, quarter)), last: middle(readings.slice(-quarter)) }
}

function middle(readings: readonly Reading[]): Reading {
  const of = (name: keyof Reading): number => median(readings.map((reading) => reading[name]))
  return {
    residentMb: of('residentMb'),
    openFiles: of('openFiles'),
    databaseConnections: of('databaseConnections'),
    eventLoopMilliseconds: of('eventLoopMilliseconds'),
  }
}
