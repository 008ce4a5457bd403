import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { cftoolsCredentials } from '#sandbox/credentials.ts'
import type { QueueEntry as GameQueueEntry } from '#sandbox/game/game.ts'
import { actionButton, latest } from '#sandbox/page.ts'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'
import type { FakeProvider, Markup, SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { dataApi, readDate, refuseByCode, refuseByNetwork } from './data-api.ts'
import { createCftoolsState, limitedCalls, type CftoolsState, type QueueEntry } from './state.ts'

interface Cftools extends FakeProvider {
  /** The priority queue as the game sees it. */
  readonly queue: () => readonly GameQueueEntry[]
}

/** CFTools Cloud, which keeps the priority queue of one game server. */
export function createCftools(context: SandboxContext): Cftools {
  const state = createCftoolsState()
  const routes = new Hono<SandboxEnv>()
  routes.route('/', dataApi(context, state))
  routes.route('/', cftoolsControls(state))
  return {
    provider: 'cftools',
    apiPaths: ['/v1/auth/', '/v1/@app/', '/v1/users/', '/v1/server/', '/v2/server/'],
    routes,
    refuse: (status) => (status === 429 ? refuseByNetwork(429) : refuseByCode('unexpected-error')),
    overview: () => overview(state),
    queue: () => presentQueue(state),
    reset: () => state.reset(),
  }
}

const steamId = z.string().regex(/^\d{17}$/)
const joining = z.strictObject({ steamIds: z.array(steamId).min(1) })
const staffEntry = z.strictObject({
  steamId,
  comment: z.string(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  isFromApi: z.boolean().default(false),
})
const removal = z.strictObject({ steamId })
const setup = z.strictObject({
  isGranted: z.boolean().optional(),
  hasBucket: z.boolean().optional(),
  /** Calls in a minute. */
  limits: z.partialRecord(z.enum(limitedCalls), z.int().min(0)).optional(),
})

/**
 * What happens in CFTools beside the API: players join a server, the owner changes the setup, and the
 * staff adds (`entries`) and removes (`entries/remove`) entries of the queue.
 */
function cftoolsControls(state: CftoolsState): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.post('/_sandbox/cftools/join', async (c) => {
    const reading = readControl(joining, await c.req.text())
    if (!reading.ok) return reading.answer
    state.join(reading.value.steamIds)
    return c.body(null, 204)
  })
  routes.post('/_sandbox/cftools/setup', async (c) => {
    const reading = readControl(setup, await c.req.text())
    if (!reading.ok) return reading.answer
    const { isGranted, hasBucket, limits } = reading.value
    const before = state.setup
    state.setup = {
      isGranted: isGranted ?? before.isGranted,
      hasBucket: hasBucket ?? before.hasBucket,
      limits: { ...before.limits, ...limits },
    }
    return c.json(state.setup)
  })
  routes.post('/_sandbox/cftools/entries', async (c) => {
    const reading = readControl(staffEntry, await c.req.text())
    if (!reading.ok) return reading.answer
    const cftoolsId = state.findPlayer(reading.value.steamId)
    if (cftoolsId === null) return answerInvalid('steamId', 'has never joined')
    const { comment, expiresAt, isFromApi } = reading.value
    const date = expiresAt === null ? null : readDate(expiresAt)
    state.queue.delete(cftoolsId)
    state.add({ cftoolsId, comment, expiresAt: date, isFromApi })
    return c.json(presentQueue(state))
  })
  routes.post('/_sandbox/cftools/entries/remove', async (c) => {
    const reading = readControl(removal, await c.req.text())
    if (!reading.ok) return reading.answer
    state.queue.delete(state.findPlayer(reading.value.steamId) ?? '')
    return c.json(presentQueue(state))
  })
  return routes
}

function presentQueue(state: CftoolsState): readonly GameQueueEntry[] {
  return [...state.queue.values()].map(({ cftoolsId, comment, expiresAt }) => ({
    steamId: state.findSteamId(cftoolsId) ?? cftoolsId,
    comment,
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
}

function overview(state: CftoolsState): Markup {
  const { applicationId, secret, serverId } = cftoolsCredentials
  const { isGranted, hasBucket } = state.setup
  return html`<section>
    <h2>CFTools</h2>
    <p class="hint">
      Application <code>${applicationId}</code>, secret <code>${secret}</code>, server
      <code>${serverId}</code>
    </p>
    <p class="actions">
      ${
        isGranted
          ? actionButton('Revoke access to the server', 'cftools/setup', {
              isGranted: false,
            })
          : actionButton('Grant access to the server', 'cftools/setup', { isGranted: true })
      }
      ${
        hasBucket
          ? actionButton('Remove the bucket', 'cftools/setup', { hasBucket: false })
          : actionButton('Configure a bucket', 'cftools/setup', { hasBucket: true })
      }
    </p>
    <h3>Priority queue</h3>
    ${
      state.queue.size === 0
        ? html`<p class="empty">Nobody has priority.</p>`
        : html`<ol class="log">
            ${latest(state.queue.values()).map((entry) => queueLine(state, entry))}
          </ol>`
    }
  </section>`
}

function queueLine(state: CftoolsState, entry: QueueEntry): Markup {
  const player = state.findSteamId(entry.cftoolsId)
  return html`<li>
    <code>${player}</code> ${entry.comment}
    <span class="state">${entry.expiresAt?.toISOString() ?? 'permanent'}</span>
    ${entry.isFromApi ? '' : html`<small>by the staff</small>`}
    ${actionButton('Remove', 'cftools/entries/remove', { steamId: player })}
  </li>`
}
