import { z } from 'zod'
import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { FaultError } from '#server/providers/perk-adapter.ts'
import { createCftoolsClient, type CftoolsAccount, type CftoolsResult } from './client.ts'
import type { QueueEntry, DesiredEntry } from './queue-plan.ts'

export interface CftoolsServer extends CftoolsAccount {
  /** The "Server ID" of the server's API settings. */
  readonly serverId: string
}

export type CftoolsRefusal = Exclude<CftoolsResult<unknown>, { readonly outcome: 'ok' }>

const grantsAnswer = z.object({ tokens: z.object({ server: z.array(z.unknown()).catch([]) }) })
const serverAnswer = z.object({
  server: z.object({ _object: z.object({ nickname: z.string().catch('') }) }),
})
const lookupAnswer = z.object({ cftools_id: z.string().min(1) })
const playerAnswer = z.object({
  identities: z
    .object({ steam: z.object({ steam64: z.string() }) })
    .nullish()
    .catch(null),
})
const queueAnswer = z.object({
  entries: z.array(
    z.object({
      uuid: z.string().catch(''),
      user: z.object({ cftools_id: z.string() }),
      meta: z.object({
        comment: z.string().nullish(),
        expiration: z.string().nullish().transform(readDate),
        from_api: z.boolean().nullish(),
      }),
    }),
  ),
})

export type DataApi = ReturnType<typeof createDataApi>

/** The calls of CFTools' Data API that a priority queue needs, of one server. */
export function createDataApi(account: CftoolsServer, calls: CallInstrumentation) {
  const client = createCftoolsClient(account, calls)
  const serverPath = `/v1/server/${encodeURIComponent(account.serverId)}`
  const queue = { limited: 'queue', path: `${serverPath}/queuepriority` } as const

  return {
    /** How many calls about the queue may be made now. */
    queueCallsLeft: () => client.left('queue'),
    maxQueueCalls: client.limitOf('queue'),
    queueCallsFreeAt: (needed: number) => client.freeAt('queue', needed),

    /** How many servers the application was granted; null when that was asked within a minute. */
    async countGrants(stopped: AbortSignal): Promise<number | null> {
      const path = '/v1/@app/grants'
      const result = await client.call(
        { operation: 'fetch-grants', limited: 'grants', path, shape: grantsAnswer },
        stopped,
      )
      return result.outcome === 'limited' ? null : expectOk(result).tokens.server.length
    },

    async fetchServerName(stopped: AbortSignal): Promise<string> {
      const path = `${serverPath}/info`
      const result = await client.call(
        { operation: 'fetch-server', limited: 'server', path, shape: serverAnswer },
        stopped,
      )
      const { _object: server } = expectOk(result).server
      return server.nickname
    },

    async listQueue(stopped: AbortSignal): Promise<readonly QueueEntry[]> {
      const request = { ...queue, operation: 'list-queue', shape: queueAnswer }
      const result = await client.call(request, stopped)
      return expectOk(result).entries.map(({ uuid, user, meta }) => ({
        id: uuid,
        cftoolsId: user.cftools_id,
        comment: meta.comment ?? '',
        endsAt: meta.expiration,
        isFromApi: meta.from_api ?? false,
      }))
    },

    /** CFTools' id of a player; null when it has never seen them. */
    async findPlayer(
      steamId: SteamId64,
      stopped: AbortSignal,
    ): Promise<CftoolsResult<string | null>> {
      const result = await client.call(
        {
          operation: 'look-up-player',
          limited: 'lookup',
          path: '/v1/users/lookup',
          query: { identifier: steamId },
          shape: lookupAnswer,
        },
        stopped,
      )
      if (result.outcome !== 'ok') return isNotFound(result) ? noPlayer : result
      return { outcome: 'ok', answer: result.answer.cftools_id }
    },

    /** The Steam ID of a player by CFTools' id; null when it knows none. */
    async findSteamId(
      cftoolsId: string,
      stopped: AbortSignal,
    ): Promise<CftoolsResult<SteamId64 | null>> {
      const result = await client.call(
        {
          operation: 'fetch-player',
          limited: 'player',
          path: `/v2/server/${encodeURIComponent(account.serverId)}/player`,
          query: { cftools_id: cftoolsId },
          shape: playerAnswer,
        },
        stopped,
      )
      if (result.outcome !== 'ok') return isNotFound(result) ? noPlayer : result
      const steam64 = result.answer.identities?.steam.steam64 ?? ''
      return { outcome: 'ok', answer: isSteamId64(steam64) ? steam64 : null }
    },

    addToQueue: (
      cftoolsId: string,
      { comment, endsAt }: DesiredEntry,
      stopped: AbortSignal,
    ): Promise<CftoolsResult<unknown>> =>
      client.call(
        {
          ...queue,
          operation: 'add-to-queue',
          method: 'POST',
          body: { cftools_id: cftoolsId, comment, expires_at: endsAt?.toISOString() ?? null },
          shape: z.unknown(),
        },
        stopped,
      ),

    removeFromQueue: (cftoolsId: string, stopped: AbortSignal): Promise<CftoolsResult<unknown>> =>
      client.call(
        {
          ...queue,
          operation: 'remove-from-queue',
          method: 'DELETE',
          query: { cftools_id: cftoolsId },
          shape: z.unknown(),
        },
        stopped,
      ),
  }
}

const noPlayer = { outcome: 'ok', answer: null } as const

function isNotFound(result: CftoolsRefusal): boolean {
  return result.outcome === 'refused' && result.status === 404
}

const codeByError: Readonly<Record<string, DeliveryFaultCode>> = {
  'login-required': 'key_refused',
  'bad-secret': 'key_refused',
  'bad-token': 'key_refused',
  // Even though the token was just renewed.
  'expired-token': 'interrupted',
  'token-regeneration-required': 'interrupted',
  'no-grant': 'not_granted',
  'not-found': 'server_not_found',
  'invalid-resource': 'server_not_found',
  'invalid-bucket': 'bucket_missing',
}

export function faultOf(result: CftoolsRefusal): FaultError {
  if (result.outcome === 'limited') {
    return new FaultError('limited', 'too many calls to CFTools', result.retryAfterSeconds)
  }
  if (result.outcome === 'unavailable') return new FaultError('unreachable', result.detail)
  if (result.outcome === 'unreadable') return new FaultError('unexpected_answer', result.detail)
  const { status, error } = result
  const otherwise = status === 403 ? 'key_refused' : 'unexpected_answer'
  return new FaultError(codeByError[error] ?? otherwise, `CFTools answered ${status} ${error}`)
}

function expectOk<Answer>(result: CftoolsResult<Answer>): Answer {
  if (result.outcome === 'ok') return result.answer
  throw faultOf(result)
}

/** A time without a zone is in UTC. */
function readDate(text: string | null | undefined, issues: z.core.$RefinementCtx): Date | null {
  if (text === null || text === undefined) return null
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
  if (!Number.isNaN(date.getTime())) return date
  issues.addIssue({ code: 'custom', message: 'not a date' })
  return z.NEVER
}
