import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ServerStatus } from '#contract/server-status.ts'
import type { GameServerOutcome } from '#domain/server-status.ts'
import type { Database } from '#server/db/database.ts'
import type { GameServer, Reading } from '#server/providers/game-server.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { describeStatus, looksDifferent } from './server-status.ts'

/** The minimum, in case a clock is wrong. */
const minPauseMilliseconds = 1000
/** A timer can fire a little early, when nothing is due yet. */
const marginMilliseconds = 50

/** Keeps the status up to date, if a source is configured. */
export function startPolling({
  gameServer,
  ...services
}: Pick<Services, 'database' | 'clock' | 'log' | 'gameServer' | 'site'>) {
  const stopping = new AbortController()
  const done = gameServer ? keepPolling(services, gameServer, stopping.signal) : Promise.resolve()
  return {
    /** Resolves when no request and no write is in progress. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await done
    },
  }
}

async function keepPolling(
  services: Pick<Services, 'database' | 'clock' | 'log' | 'site'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<void> {
  const { clock, log } = services
  const logOutcome = createOutcomeLog(log)
  while (!stopped.aborted) {
    let pause = pauseMilliseconds
    try {
      const lease = await poll(services, gameServer, stopped)
      logOutcome(lease)
      pause = lease.nextPollAt.getTime() - clock().getTime() + marginMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'polling the game server’s status failed')
    }
    const milliseconds = Math.min(Math.max(pause, minPauseMilliseconds), pauseMilliseconds)
    await sleep(milliseconds, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Logs in each process once when the status becomes unavailable, and once when it is back. */
function createOutcomeLog(log: Services['log']): (lease: Lease) => void {
  let lastLogged: Lease['outcome'] = 'ok'
  return ({ outcome, failure: reason }) => {
    if (outcome === lastLogged) return
    lastLogged = outcome
    if (outcome === 'ok') log.info('the game server’s status is available again')
    else log.warn({ reason }, 'the game server’s status is unavailable')
  }
}

/**
 * Requests the status from its source when this process gets the lease; no transaction is open
 * meanwhile. Returns the latest outcome.
 */
export async function poll(
  services: Pick<Services, 'database' | 'clock' | 'site'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<Lease> {
  const { database, clock } = services
  const lease = await acquireLease(database, gameServer.fingerprint, clock())
  if (!lease.isOurs) return lease
  const reading = await gameServer.read(stopped)
  // A request that failed because of the stop is not a failure.
  if (stopped.aborted) return lease
  await recordReading(services, gameServer.fingerprint, reading)
  const failure = reading.outcome === 'ok' ? null : reading.detail
  return { ...lease, outcome: reading.outcome, failure }
}

interface Lease {
  /** Whether this process sends the request. */
  readonly isOurs: boolean
  /** When the next request is due. */
  readonly nextPollAt: Date
  readonly outcome: GameServerOutcome
  readonly failure: string | null
}

const pauseMilliseconds = 30_000
/** The longest time without a request, even when a clock is wrong. */
const maxPauseMilliseconds = 60 * 60 * 1000

/**
 * Takes the lease when a request is due: exactly one of all processes gets it. Changed settings
 * make a request due at once.
 */
async function acquireLease({ db }: Database, fingerprint: string, now: Date): Promise<Lease> {
  const nextPollAt = new Date(now.getTime() + pauseMilliseconds)
  const latestSensible = new Date(now.getTime() + maxPauseMilliseconds)
  const taken = await db
    .updateTable('game_server_status')
    .set({ next_ask_at: nextPollAt, source: fingerprint })
    .where((row) =>
      row.or([
        row('next_ask_at', '<=', now),
        row('next_ask_at', '>', latestSensible),
        row('source', '<>', fingerprint),
      ]),
    )
    .returning(['next_ask_at as nextPollAt', 'outcome', 'failure'])
    .executeTakeFirst()
  if (taken) return { ...taken, isOurs: true }
  const standing = await db
    .selectFrom('game_server_status')
    .select(['next_ask_at as nextPollAt', 'outcome', 'failure'])
    .executeTakeFirstOrThrow()
  return { ...standing, isOurs: false }
}

/**
 * Records the outcome of a request: the reading and a sample of it, or the failure. Sends an event
 * to all open pages when they would show a difference. Drops an answer to a request with other
 * settings than the latest one.
 */
async function recordReading(
  { database, clock, site }: Pick<Services, 'database' | 'clock' | 'site'>,
  fingerprint: string,
  reading: Reading,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock()
    const before = await trx
      .selectFrom('game_server_status')
      .select(['outcome', 'reading', 'observed_at'])
      .where('source', '=', fingerprint)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return
    const after = await trx
      .updateTable('game_server_status')
      .set(changesBy(reading, now))
      .returning(['outcome', 'reading', 'observed_at'])
      .executeTakeFirstOrThrow()
    await addSample(trx, reading, now)
    const current = site.current()
    const status = describeStatus(current, after, now)
    if (looksDifferent(describeStatus(current, before, now), status)) await announce(trx, status)
  })
}

function changesBy(reading: Reading, now: Date) {
  if (reading.outcome === 'ok') {
    return {
      outcome: reading.outcome,
      failure: null,
      reading: JSON.stringify(reading.server),
      observed_at: now,
    }
  }
  const pause = pauseAfter(reading)
  return {
    outcome: reading.outcome,
    failure: reading.detail,
    ...(pause > pauseMilliseconds && { next_ask_at: new Date(now.getTime() + pause) }),
  }
}

/** Milliseconds until the next request; long after a refusal, as retrying could get us blocked. */
function pauseAfter(reading: Exclude<Reading, { outcome: 'ok' }>): number {
  if (reading.outcome === 'refused') return maxPauseMilliseconds
  if (reading.outcome === 'failed') return pauseMilliseconds
  return Math.min(reading.retryAfterSeconds * 1000, maxPauseMilliseconds)
}

async function addSample(trx: Trx, reading: Reading, now: Date): Promise<void> {
  if (reading.outcome !== 'ok') return
  const { players, maxPlayers, status } = reading.server
  await trx
    .insertInto('game_server_samples')
    .values({
      sampled_at: now,
      players,
      max_players: maxPlayers,
      is_offline: status === 'offline',
    })
    .onConflict((conflict) => conflict.column('sampled_at').doNothing())
    .execute()
}

/** Replaces the previous event, because a page that reconnects needs only the current status. */
async function announce(trx: Trx, status: ServerStatus): Promise<void> {
  await sql`delete from events where name = 'server-status'`.execute(trx)
  await publishEvents(trx, sql`select 'server-status', ${JSON.stringify(status)}::jsonb, null`)
}
