import { setTimeout as delay } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { FakeProvider, SandboxContext, SandboxEnv } from './fake-provider.ts'
import type { AnswerFault } from './faults.ts'
import { parseJson } from './read-control.ts'

/** Logs the calls to the providers, and applies the requested faults. */
export function answerAsProviders(
  { faults, log }: SandboxContext,
  fakes: readonly FakeProvider[],
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const path = c.req.path
    for (const fake of fakes) {
      const isApi = fake.apiPaths.some((prefix) => path.startsWith(prefix))
      const fault = faults.takeForCall(fake.provider, path, isApi)
      if (!isApi && !fault) continue
      const requestId = c.req.header('x-request-id')
      const call = {
        kind: 'request',
        method: c.req.method,
        path,
        ...(requestId !== undefined && { requestId }),
        ...(await readBody(c)),
      } as const
      if (fault?.kind === '500' || fault?.kind === '429') {
        const refusal = await fake.refuse(fault.kind === '500' ? 500 : 429, c)
        log.add(fake.provider, { ...call, status: refusal.status, fault: fault.kind })
        return refusal
      }
      await next()
      log.add(fake.provider, {
        ...call,
        status: c.res.status,
        ...(fault && { fault: fault.kind }),
      })
      if (fault) await distortAnswer(c, fault)
      return undefined
    }
    return next()
  }
}

/** JSON only: sign-in forms carry secrets, which the log does not need. */
async function readBody(c: Context<SandboxEnv>): Promise<{ body?: unknown }> {
  if (!c.req.header('content-type')?.startsWith('application/json')) return {}
  const text = await c.req.text()
  return { body: parseJson(text) ?? text }
}

/** Distorts the answer of a call that has already had its effect. */
async function distortAnswer(c: Context<SandboxEnv>, fault: AnswerFault): Promise<void> {
  if (fault.kind === 'slow') {
    await delay(fault.delayMs)
    return
  }
  if (fault.kind === 'garbled') {
    await garble(c, fault)
    return
  }
  const answer = c.res
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
  if (fault.kind === 'hang') await callerGaveUp(c)
  if (fault.kind === 'reset') c.env.incoming.socket.resetAndDestroy()
  if (fault.kind === 'truncated') await sendHalf(c, answer)
}

/** The names of amounts in PayPal's and Stripe's answers. */
const amounts: readonly string[] = ['value', 'amount_subtotal', 'amount_total']

async function garble(
  c: Context<SandboxEnv>,
  { member, put }: Pick<AnswerFault, 'member' | 'put'>,
): Promise<void> {
  const answer = c.res
  const members = member === undefined ? amounts : [member]
  const garbled: unknown = JSON.parse(await answer.text(), (name, value: unknown) =>
    members.includes(name) ? put : value,
  )
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  c.res = undefined
  c.res = Response.json(garbled, { status: answer.status, headers })
}

function callerGaveUp(c: Context<SandboxEnv>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  c.env.outgoing.once('close', resolve)
  return promise
}

async function sendHalf(c: Context<SandboxEnv>, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  const { outgoing } = c.env
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'content-length': body.length,
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve())
  await promise
  outgoing.destroy()
}
