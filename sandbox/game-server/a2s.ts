import { createHmac, randomBytes } from 'node:crypto'
import type { RemoteInfo, Socket } from 'node:dgram'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxContext, FakeProvider } from '#sandbox/fake-provider.ts'
import { answerPacket, challengePacket, readRequest } from './a2s-packets.ts'
import type { GameServer } from './state.ts'

/**
 * The game server as it answers Steam's queries. Over UDP, a caller sees of a fault only that no
 * answer, a late one or a part of one arrived.
 */
export function createA2s(
  { faults, log }: SandboxContext,
  gameServer: GameServer,
  socket: Socket,
): FakeProvider {
  const secret = randomBytes(32)
  const lateAnswers = new Set<NodeJS.Timeout>()

  function challengeFor({ address, port }: RemoteInfo): number {
    const digest = createHmac('sha256', secret).update(`${address}:${port}`).digest()
    // Callers without a challenge send zero or all ones.
    return (digest.readUInt32LE() % 0xffff_fffe) + 1
  }

  function answer(packet: Buffer, caller: RemoteInfo): void {
    const state = gameServer.state()
    const request = readRequest(packet)
    if (request === null || state.status !== 'online') return
    const challenge = challengeFor(caller)
    const send = (bytes: Buffer) => socket.send(bytes, caller.port, caller.address)
    if (request.challenge !== challenge) return send(challengePacket(challenge))
    const path = `/${request.kind}`
    const fault = faults.takeForCall('a2s', path, true)
    const call = { kind: 'request', method: 'UDP', path, status: 200 } as const
    log.add('a2s', { ...call, ...(fault && { fault: fault.kind }) })
    const whole = answerPacket(request.kind, state)
    if (fault === null) return send(whole)
    // Half would still contain everything that matters.
    if (fault.kind === 'truncated') return send(whole.subarray(0, Math.floor(whole.length / 4)))
    if (fault.kind !== 'slow') return
    const timer = setTimeout(() => {
      lateAnswers.delete(timer)
      send(whole)
    }, fault.delayMs)
    lateAnswers.add(timer)
  }

  socket.on('message', answer)
  return {
    provider: 'a2s',
    apiPaths: [],
    routes: new Hono(),
    refuse: (status) => new Response(null, { status }),
    overview: () =>
      html`<section>
        <h2>Steam A2S</h2>
        <p class="hint">
          The game server itself, asked over UDP at
          <code>${socket.address().address}:${socket.address().port}</code>; silent while it is not
          online. It can hang, be slow and break off (paths <code>/info</code>,
          <code>/player</code>, <code>/rules</code>).
        </p>
      </section>`,
    reset() {
      for (const timer of lateAnswers) clearTimeout(timer)
      lateAnswers.clear()
    },
  }
}
