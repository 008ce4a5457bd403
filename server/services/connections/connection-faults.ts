import { sql } from 'kysely'
import {
  callsOfFaults,
  describeFinding,
  faultsOfEveryCall,
  isLasting,
  mayPass,
  type ConnectionName,
  type ConnectionProvider,
  type Finding,
  type LastingFaultCode,
} from '#domain/connection-faults.ts'
import type { Row } from '#server/db/schema.ts'
import type { NoteConnection } from '#server/providers/call-instrumentation.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from '#server/services/context.ts'
import {
  messageColors,
  messageFields,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'
import { queueMessage } from '#server/services/messages/queue-message.ts'

type Recording = Pick<Services, 'database' | 'jobs' | 'clock' | 'log'>

/** How long a process relies on what it last read, so that good calls cost the database nothing. */
const knownMilliseconds = 10_000
const goodOutcomes: ReadonlySet<string> = new Set(['ok', 'sent', 'verified'])

/**
 * Records what the providers' answers say about our connections to them: a fault, until a good call
 * ends it. All processes share it through the database. Never rejects.
 */
export function createFaultRecorder(services: Recording): NoteConnection {
  const { database, clock, log } = services
  let known: readonly Pick<Fault, 'provider'>[] = []
  let readAt = Number.NEGATIVE_INFINITY
  const refresh = async (): Promise<void> => {
    readAt = performance.now()
    known = await listFaults(services)
  }

  async function endFaults(provider: ConnectionProvider, operation: string): Promise<void> {
    if (!known.some((fault) => fault.provider === provider)) return
    await database.db
      .updateTable('connection_faults')
      .set({
        operations: sql<string[]>`array_remove(operations, ${operation})`,
        cleared_at: sql<Date | null>`case when code = any(${faultsOfEveryCall}::text[])
          or operations = array[${operation}] then ${clock()}::timestamptz end`,
      })
      .where('provider', '=', provider)
      .where('cleared_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(eb.val(operation), '=', eb.fn.any('operations')),
          eb('code', 'in', faultsOfEveryCall),
        ]),
      )
      .execute()
    await refresh()
  }

  return async (provider, operation, result) => {
    const warn = (error: unknown): void =>
      log.warn({ err: error, provider, operation }, 'the state of a connection is not recorded')
    try {
      if (result.fault) {
        const { fault, detail = '' } = result
        await recordFault(services, provider, operation, fault, `${operation}: ${detail}`)
        known = [...known, { provider }]
      } else if (goodOutcomes.has(result.outcome)) {
        await endFaults(provider, operation)
        if (performance.now() - readAt < knownMilliseconds) return
        // Of other processes. Nobody waits for it: the caller, as the demo data, may be in a
        // transaction, which holds the embedded database's only connection.
        void refresh()
          .then(() => endFaults(provider, operation))
          .catch(warn)
      }
    } catch (error) {
      warn(error)
    }
  }
}

type Fault = Row<'connection_faults'>

const minute = 60_000
const quietMilliseconds = 6 * 60 * minute

/**
 * Starts a fault, or notes at most once a minute that it lasts. The staff get one message about it, and
 * no other one for six hours if it comes and goes.
 */
function recordFault(
  services: Recording,
  provider: ConnectionProvider,
  operation: string,
  code: LastingFaultCode,
  detail: string,
): Promise<void> {
  const { database, clock, log } = services
  return database.transaction(async (trx) => {
    const now = clock()
    const noted = await trx
      .insertInto('connection_faults')
      .values({ provider, code, operations: [operation], detail, since: now, last_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'code'])
          .doUpdateSet((eb) => ({
            operations: sql`case when connection_faults.cleared_at is null
              then array_remove(connection_faults.operations, ${operation}) else '{}' end
              || excluded.operations`,
            detail: eb.ref('excluded.detail'),
            since: sql`case when connection_faults.cleared_at is null
              then connection_faults.since else excluded.since end`,
            last_at: now,
            cleared_at: null,
          }))
          .where((eb) =>
            eb.or([
              eb('connection_faults.cleared_at', 'is not', null),
              eb('connection_faults.last_at', '<', new Date(now.getTime() - minute)),
              sql<boolean>`${operation} <> all(connection_faults.operations)`,
            ]),
          ),
      )
      .returning(['id', 'since'])
      .executeTakeFirst()
    if (!noted) return
    const { id, since } = noted
    if (since.getTime() === now.getTime()) {
      log.error({ provider, operation, code, detail }, 'a provider refuses us until somebody acts')
    }
    // Discord cannot bring the message that it is gone.
    if (code === 'webhook_gone') return
    const reported = await trx
      .selectFrom('messages')
      .select('id')
      .where('connection_fault_id', '=', id)
      .where('created_at', '>', new Date(now.getTime() - quietMilliseconds))
      .executeTakeFirst()
    if (reported) return
    const occasion = `${id}:${since.toISOString()}`
    await queueMessage(services, trx, {
      kind: 'connection_failed',
      connection_fault_id: id,
      occasion,
    })
  })
}

/** Records what a check has found, unless an adapter has, and ends what it has found mended. */
export async function noteFindings(
  services: Recording,
  name: ConnectionName,
  findings: readonly Finding[],
  isReported: boolean,
): Promise<void> {
  const found: LastingFaultCode[] = []
  for (const { level, code, detail } of findings) {
    if (level !== 'fault' || !isLasting(code)) continue
    found.push(code)
    if (isReported) continue
    await recordFault(services, name, callsOfFaults[code] ?? checking, code, detail)
  }
  // Without an answer what was found before may still hold.
  if (findings.some(mayPass)) return
  await services.database.db
    .updateTable('connection_faults')
    .set({ cleared_at: services.clock() })
    .where('provider', '=', name)
    .where('cleared_at', 'is', null)
    // A test looks at the payments of three days only: an event ends it.
    .where('code', '<>', 'webhook_silent')
    .where(sql<boolean>`code <> all(${found}::text[])`)
    .where(
      sql<boolean>`(code = any(${[...faultsOfEveryCall, ...Object.keys(callsOfFaults)]}::text[])
        or operations = array[${checking}])`,
    )
    .execute()
}

const checking = 'check'

/** The faults that last, the oldest first. */
export function listFaults({ database }: Pick<Services, 'database'>) {
  return database.db
    .selectFrom('connection_faults')
    .select(['provider', 'code', 'detail', 'since', 'last_at as lastAt'])
    .where('cleared_at', 'is', null)
    .orderBy('since')
    .orderBy('code')
    .execute()
}

/** The calls that a fault is about while it lasts: of `page_broken` the pages. */
export async function listFailing(
  { database }: Pick<Services, 'database'>,
  code: LastingFaultCode,
): Promise<readonly string[]> {
  const fault = await database.db
    .selectFrom('connection_faults')
    .select('operations')
    .where('code', '=', code)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  return fault?.operations ?? []
}

/** The message about a fault, in its state when the message is sent. */
export function composeConnectionMessage(
  texts: MessageTexts,
  { provider, code, detail, cleared_at: clearedAt }: Fault,
): StaffMessage {
  const { title, action } = describeFinding(texts, provider, code)
  const { labels, 'connection-actions': actions } = texts
  return {
    title: `🔌 ${title}`,
    color: clearedAt === null ? messageColors.red : messageColors.green,
    fields: messageFields(
      [labels.reason, detail],
      [labels.action, clearedAt === null ? action : actions.recovered],
    ),
  }
}
