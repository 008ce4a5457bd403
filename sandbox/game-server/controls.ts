import { Hono } from 'hono'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { serverChange, type GameServer } from './state.ts'

/** `POST /_sandbox/server` changes the game server; answers its new state. */
export function gameServerControls(gameServer: GameServer): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/_sandbox/server', async (c) => {
    const reading = readControl(serverChange, await c.req.text())
    if (!reading.ok) return reading.answer
    if (!gameServer.change(reading.value)) {
      return answerInvalid('players', 'more than there is room for')
    }
    return c.json(gameServer.state())
  })
}
