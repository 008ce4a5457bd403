import { setTimeout as delay } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { AnswerFault } from './faults.ts'
import type { SandboxEnv } from './fake-provider.ts'

/** Distorts the answer of a call that has already had its effect. */
export async function distortAnswer(c: Context<SandboxEnv>, fault: AnswerFault): Promise<void> {
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
