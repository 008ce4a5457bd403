import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { cftoolsCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import type { CftoolsState, LimitedCall, QueueEntry } from './state.ts'

type Call = Context<SandboxEnv>
type Handler = (c: Call) => Response | Promise<Response>

const statuses = {
  'parameter-required': 400,
  'failed-type-validation': 400,
  duplicate: 400,
  'login-required': 401,
  'bad-secret': 403,
  'bad-token': 403,
  'expired-token': 403,
  'no-grant': 403,
  'not-found': 404,
  'invalid-resource': 404,
  'invalid-bucket': 404,
  'unexpected-error': 500,
} as const

export function refuseByCode(error: keyof typeof statuses): Response {
  return Response.json(
    { status: false, error, request_id: randomUUID() },
    { status: statuses[error] },
  )
}

/** Cloudflare, which stands before CFTools and knows nothing of its codes. */
export function refuseByNetwork(status: 403 | 429 | 502): Response {
  const page = `<!DOCTYPE html><html><head><title>${status}</title></head><body>cloudflare</body></html>`
  return new Response(page, { status, headers: { 'content-type': 'text/html; charset=UTF-8' } })
}

const registration = z.object({ application_id: z.string(), secret: z.string() })
const addition = z.object({
  cftools_id: z.string(),
  comment: z.string(),
  expires_at: z.iso.datetime({ offset: true, local: true }).nullish(),
})

const queuePath = '/v1/server/:id/queuepriority'

/** The Data API of one server that the application was granted. */
export function dataApi({ faults }: SandboxContext, state: CftoolsState): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()

  routes.post('/v1/auth/register', async (c) => {
    const refusal = refuseClient(c)
    if (refusal) return refusal
    if (!state.takeCall('register')) return refuseByNetwork(429)
    const { data } = registration.safeParse(parseJson(await c.req.text()))
    if (!data) return refuseByCode('parameter-required')
    const { applicationId, secret } = cftoolsCredentials
    if (data.application_id !== applicationId || data.secret !== secret) {
      return refuseByCode('bad-secret')
    }
    const { token, lifeSeconds } = state.issueToken()
    return c.json({ status: true, token, valid_for: lifeSeconds })
  })

  routes.get(
    '/v1/@app/grants',
    withToken('grants', (c) => c.json(presentGrants(state))),
  )

  routes.get(
    '/v1/users/lookup',
    withToken('lookup', (c) => {
      const identifier = c.req.query('identifier')
      if (identifier === undefined) return refuseByCode('parameter-required')
      const cftoolsId = state.findPlayer(identifier)
      return cftoolsId === null
        ? refuseByCode('not-found')
        : c.json({ status: true, cftools_id: cftoolsId })
    }),
  )

  routes.get(
    '/v1/server/:id/info',
    ofServer(null, (c) => c.json({ status: true, server: serverInfo })),
  )

  routes.get(
    '/v2/server/:id/player',
    ofServer('player', (c) => {
      const cftoolsId = c.req.query('cftools_id') ?? ''
      const steamId = state.findSteamId(cftoolsId)
      return steamId === null
        ? refuseByCode('not-found')
        : c.json({ ...presentPlayer(cftoolsId, steamId), status: true })
    }),
  )

  routes.use(queuePath, async (c, next) => {
    await next()
    if (c.req.method === 'GET' || !c.res.ok) return
    if (faults.take('cftools', 'answer-lost', c.req.path)) c.env.incoming.socket.resetAndDestroy()
  })
  routes.get(queuePath, ofBucket(list))
  routes.post(queuePath, ofBucket(add))
  routes.delete(queuePath, ofBucket(remove))
  routes.all('/v1/server/*', () => refuseByCode('invalid-resource'))
  return routes

  /** Every call names the application, and must not come from a page. */
  function refuseClient(c: Call): Response | null {
    const isNamed = c.req.header('user-agent')?.includes(cftoolsCredentials.applicationId)
    if (!isNamed || c.req.header('referer') !== undefined) return refuseByNetwork(403)
    return faults.take('cftools', 'html-error', c.req.path) ? refuseByNetwork(502) : null
  }

  function withToken(limited: LimitedCall | null, answer: Handler): Handler {
    return (c) => {
      const refusal = refuseClient(c)
      if (refusal) return refusal
      if (faults.take('cftools', 'token-expired', c.req.path)) state.expireTokens()
      const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
      if (token === undefined) return refuseByCode('login-required')
      const fault = state.refusalOf(token)
      if (fault) return refuseByCode(fault)
      if (limited && !state.takeCall(limited)) return refuseByNetwork(429)
      return answer(c)
    }
  }

  function ofServer(limited: LimitedCall | null, answer: Handler): Handler {
    return withToken(limited, (c) => {
      if (c.req.param('id') !== cftoolsCredentials.serverId) return refuseByCode('invalid-resource')
      return state.setup.isGranted ? answer(c) : refuseByCode('no-grant')
    })
  }

  function ofBucket(answer: Handler): Handler {
    return ofServer('queue', (c) =>
      state.setup.hasBucket ? answer(c) : refuseByCode('invalid-bucket'),
    )
  }

  function list(c: Call): Response {
    const { cftools_id: cftoolsId, comment } = c.req.query()
    const entries = [...state.queue.values()].filter(
      (entry) =>
        (cftoolsId === undefined || entry.cftoolsId === cftoolsId) &&
        (comment === undefined || entry.comment === comment),
    )
    return c.json({ status: true, entries: entries.map(presentEntry) })
  }

  async function add(c: Call): Promise<Response> {
    const body = parseJson(await c.req.text())
    const { data, error } = addition.safeParse(body)
    if (!data) {
      const isMissing = error.issues.some(({ message }) => message.includes('undefined'))
      return refuseByCode(isMissing ? 'parameter-required' : 'failed-type-validation')
    }
    const { cftools_id: cftoolsId, comment, expires_at: expiresAt } = data
    if (state.findSteamId(cftoolsId) === null) return refuseByCode('invalid-resource')
    const isNew = state.add({
      cftoolsId,
      comment,
      expiresAt: expiresAt ? readDate(expiresAt) : null,
      isFromApi: true,
    })
    const isDuplicate = !isNew || faults.take('cftools', 'duplicate', c.req.path)
    return isDuplicate ? refuseByCode('duplicate') : c.body(null, 204)
  }

  function remove(c: Call): Response {
    const cftoolsId = c.req.query('cftools_id')
    if (cftoolsId === undefined) return refuseByCode('parameter-required')
    return state.queue.delete(cftoolsId) ? c.body(null, 204) : refuseByCode('not-found')
  }
}

/** Without a zone it is UTC. */
export function readDate(text: string): Date {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
}

const objectId = '5f0000000000000000000002'
const staffId = '5f0000000000000000000003'

function presentGrants({ setup }: CftoolsState): object {
  const resource = {
    id: cftoolsCredentials.serverId,
    identifier: 'Sandbox server',
    object_id: objectId,
    gameserver_id: 'b6c2a4d8e0f1029384756abcdef0123456789abc',
  }
  const server = setup.isGranted ? [{ created_at: '2026-01-01T00:00:00.000000', resource }] : []
  return { status: true, tokens: { banlist: [], server } }
}

const serverInfo = {
  _object: { nickname: 'Sandbox server', resource_owner: staffId, object_id: objectId },
  connection: { protocol_used: 'UDP_RCON_BATTLEYE_DZ', peer_version: '1.0' },
  gameserver: { game: 1, gameserver_id: 'b6c2a4d8e0f1029384756abcdef0123456789abc' },
}

/** Dates have no zone, as CFTools gives some of them. */
function presentEntry(entry: QueueEntry): object {
  const { uuid, cftoolsId, comment, expiresAt, isFromApi, createdAt } = entry
  const created = createdAt.toISOString().slice(0, -1)
  return {
    uuid,
    created_at: created,
    updated_at: created,
    creator: { cftools_id: staffId },
    user: { cftools_id: cftoolsId },
    links: { profile: `https://app.cftools.cloud/profile/${cftoolsId}` },
    meta: {
      comment,
      expiration: expiresAt?.toISOString().slice(0, -1) ?? null,
      from_api: isFromApi,
    },
  }
}

function presentPlayer(cftoolsId: string, steamId: string): object {
  return {
    [cftoolsId]: {
      omega: { name_history: ['Survivor'], playtime: 3600, sessions: 2 },
      game: { dayz: {} },
      created_at: '2026-01-01T00:00:00.000000',
      updated_at: '2026-01-01T00:00:00.000000',
    },
    identities: {
      battleye: { guid: '0123456789abcdef0123456789abcdef' },
      bohemiainteractive: { uid: 'sandbox' },
      steam: { steam64: steamId },
    },
  }
}
