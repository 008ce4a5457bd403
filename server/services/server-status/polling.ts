import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ServerStatus } from '#contract/server-status.ts'
import type { GameServerOutcome } from '#domain/server-status.ts'
import type { Database } from '#server/db/database.ts'
import type { GameServer, Reading } from '#server/providers/game-server.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { describeStatus, looksDifferent } from './server-status.ts'

interface Polling {
  /** Resolves when nothing is asked or written any more. */
  stop(): Promise<void>
}

/** Not at once, should a clock be wrong. */
const shortestPauseMilliseconds = 1000
/** A timer may ring a little early, and would find nothing due. */
const marginMilliseconds = 50

/** Keeps the status up to date from now on, as long as somebody can be asked. */
export function startPolling({
  gameServer,
  ...services
}: Pick<Services, 'database' | 'clock' | 'log' | 'gameServer'>): Polling {
  const stopping = new AbortController()
  const done = gameServer ? keepPolling(services, gameServer, stopping.signal) : Promise.resolve()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

async function keepPolling(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<void> {
  const { clock, log } = services
  const report = createReport(log)
  while (!stopped.aborted) {
    let pause = pauseMilliseconds
    try {
      const turn = await poll(services, gameServer, stopped)
      report(turn)
      pause = turn.nextAskAt.getTime() - clock().getTime() + marginMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'the status of the game server could not be kept')
    }
    const milliseconds = Math.min(Math.max(pause, shortestPauseMilliseconds), pauseMilliseconds)
    await sleep(milliseconds, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Each process says once what is the matter, and once that it is over. */
function createReport(log: Services['log']): (turn: Lease) => void {
  let said: Lease['outcome'] = 'told'
  return ({ outcome, failure: reason }) => {
    if (outcome === said) return
    said = outcome
    if (outcome === 'told') log.info('the game server tells its status again')
    else if (outcome === 'refused') {
      log.error(
        { reason },
        'settings are wrong: the game server’s status is not told to us, and asked for once an hour',
      )
    } else log.warn({ reason }, 'the game server’s status is not known')
  }
}

/**
 * Asks the game server's source when it is this process's turn; no transaction is open meanwhile.
 * Answers how things stand afterwards.
 */
export async function poll(
  services: Pick<Services, 'database' | 'clock'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<Lease> {
  const { database, clock } = services
  const turn = await acquireLease(database, gameServer.fingerprint, clock())
  if (!turn.isOurs) return turn
  const reading = await gameServer.read(stopped)
  // What failed because we stop is no failure.
  if (stopped.aborted) return turn
  await recordReading(services, gameServer.fingerprint, reading)
  const failure = reading.outcome === 'told' ? null : reading.detail
  return { ...turn, outcome: reading.outcome, failure }
}

interface Lease {
  /** Whether this process asks now. */
  readonly isOurs: boolean
  /** When the next question is due. */
  readonly nextAskAt: Date
  readonly outcome: GameServerOutcome
  readonly failure: string | null
}

const pauseMilliseconds = 30_000
/** Nothing keeps a status from being asked for longer than this, a wrong clock included. */
const longestPauseMilliseconds = 60 * 60 * 1000

/**
 * Takes the turn when a question is due: one process gets it, of however many look at once. Other
 * settings than those of the last question make one due at once.
 */
async function acquireLease({ db }: Database, fingerprint: string, now: Date): Promise<Lease> {
  const nextAskAt = new Date(now.getTime() + pauseMilliseconds)
  const latestSensible = new Date(now.getTime() + longestPauseMilliseconds)
  const taken = await db
    .updateTable('game_server_status')
    .set({ next_ask_at: nextAskAt, source: fingerprint })
    .where((row) =>
      row.or([
        row('next_ask_at', '<=', now),
        row('next_ask_at', '>', latestSensible),
        row('source', '<>', fingerprint),
      ]),
    )
    .returning(['next_ask_at as nextAskAt', 'outcome', 'failure'])
    .executeTakeFirst()
  if (taken) return { ...taken, isOurs: true }
  const standing = await db
    .selectFrom('game_server_status')
    .select(['next_ask_at as nextAskAt', 'outcome', 'failure'])
    .executeTakeFirstOrThrow()
  return { ...standing, isOurs: false }
}

/**
 * Writes down how a question ended: what was told and a sample of it, or why nothing was. Tells all
 * open pages when that changes what they show. An answer to other settings than those of the newest
 * question is dropped: it says nothing of them.
 */
async function recordReading(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
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
    const status = describeStatus(after, now)
    if (looksDifferent(describeStatus(before, now), status)) await announce(trx, status)
  })
}

function changesBy(reading: Reading, now: Date) {
  if (reading.outcome === 'told') {
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

/** Milliseconds. Who refused us does so again, and may shut us out for asking on. */
function pauseAfter(reading: Exclude<Reading, { outcome: 'told' }>): number {
  if (reading.outcome === 'refused') return longestPauseMilliseconds
  if (reading.outcome === 'failed') return pauseMilliseconds
  return Math.min(reading.retryAfterSeconds * 1000, longestPauseMilliseconds)
}

async function addSample(trx: Trx, reading: Reading, now: Date): Promise<void> {
  if (reading.outcome !== 'told') return
  const { players, maxPlayers } = reading.server
  await trx
    .insertInto('game_server_samples')
    .values({ sampled_at: now, players, max_players: maxPlayers })
    .onConflict((conflict) => conflict.column('sampled_at').doNothing())
    .execute()
}

/** A page that comes back is told only how it stands now, so the event before can go. */
async function announce(trx: Trx, status: ServerStatus): Promise<void> {
  await sql`delete from events where name = 'server-status'`.execute(trx)
  await sql`
    with told as (
      insert into events (name, data) values ('server-status', ${JSON.stringify(status)}::jsonb)
      returning id, name, data
    )
    select pg_notify('events', jsonb_build_object('id', id, 'name', name, 'data', data)::text)
    from told`.execute(trx)
}
