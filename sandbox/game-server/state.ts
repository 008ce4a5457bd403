import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { battleMetricsCredentials } from '#sandbox/credentials.ts'
import type { Markup, SandboxEnv } from '#sandbox/fake-provider.ts'
import { actionButton } from '#sandbox/page.ts'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'

const serverStatuses = ['online', 'offline', 'dead', 'removed', 'invalid'] as const

// DayZ's own limit, and as many fit into one packet of A2S.
const mostPlayers = 127

/** Body of `POST /_sandbox/server`; missing fields stay unchanged. */
const serverChange = z.strictObject({
  players: z.int().min(0).max(mostPlayers).optional(),
  maxPlayers: z.int().min(1).max(mostPlayers).optional(),
  status: z.enum(serverStatuses).optional(),
  /** The time of day in the game, which continues from there. */
  gameTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')
    .optional(),
})
type ServerChange = z.output<typeof serverChange>

/** Which game server the sandbox plays. */
export const gameServerIdentity = z.strictObject({
  /** The name in the game's own server list. */
  name: z.string().min(1).max(200),
  map: z.string().min(1).max(100),
})
export type GameServerIdentity = z.output<typeof gameServerIdentity>

export const someGameServer: GameServerIdentity = { name: 'A DayZ server', map: 'Chernarus' }

/** The game server's state at one moment, for every protocol. */
export interface ServerState extends GameServerIdentity {
  readonly players: number
  readonly maxPlayers: number
  readonly status: (typeof serverStatuses)[number]
  readonly gameTime: string
}

export interface GameServer {
  state(): ServerState
  /** False, without any change, when more would play than there are slots. */
  change(change: ServerChange): boolean
  reset(): void
}

/** Facts that never change. The address is reserved for documentation. */
export const serverFacts = {
  ip: '203.0.113.42',
  gamePort: 2302,
  queryPort: 27016,
  version: '1.28.160049',
  steamId: '90200000000000042',
  /** How many times faster than real time the day in the game passes. */
  timeAcceleration: 4,
} as const

const initial = { players: 42, maxPlayers: 60, status: 'online', gameTime: '14:20' } as const

/** The game server behind both BattleMetrics and A2S; its day passes while it runs. */
export function createGameServer(
  identity: GameServerIdentity,
  now: () => number = Date.now,
): GameServer {
  let told: ServerState = { ...identity, ...initial }
  let receivedAtMs = now()
  return {
    state: () => ({ ...told, gameTime: addRealTime(told.gameTime, now() - receivedAtMs) }),
    change(change) {
      const current = this.state()
      const next = {
        ...identity,
        players: change.players ?? current.players,
        maxPlayers: change.maxPlayers ?? current.maxPlayers,
        status: change.status ?? current.status,
        gameTime: change.gameTime ?? told.gameTime,
      }
      if (next.players > next.maxPlayers) return false
      if (change.gameTime !== undefined) receivedAtMs = now()
      told = next
      return true
    },
    reset() {
      told = { ...identity, ...initial }
      receivedAtMs = now()
    },
  }
}

function addRealTime(gameTime: string, elapsedMs: number): string {
  const [hours = 0, minutes = 0] = gameTime.split(':').map(Number)
  const passed = Math.floor((elapsedMs * serverFacts.timeAcceleration) / 60_000)
  const minuteOfDay = (hours * 60 + minutes + passed) % (24 * 60)
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

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

/** The game server's state, and the controls that need no typing. */
export function gameServerOverview(state: ServerState): Markup {
  const { serverId, token } = battleMetricsCredentials
  return html`<section>
    <h2>Game server</h2>
    <p class="hint">
      BattleMetrics at <code>/servers/${serverId}</code>, token <code>${token}</code>
    </p>
    <article>
      <header>
        <strong>${state.name}</strong>
        <span>${state.players} of ${state.maxPlayers} players</span>
        <span class="state">${state.status}</span>
        <time>${state.gameTime} in the game</time>
      </header>
      <p class="actions">
        ${
          state.status === 'online'
            ? changeButton('Take it down', { status: 'offline' })
            : changeButton('Bring it back', { status: 'online' })
        }
        ${changeButton('Fill it', { players: state.maxPlayers })}
        ${changeButton('Empty it', { players: 0 })}
        ${changeButton('Make it noon', { gameTime: '12:00' })}
        ${changeButton('Make it midnight', { gameTime: '00:00' })}
      </p>
    </article>
  </section>`
}

function changeButton(label: string, change: ServerChange): Markup {
  return actionButton(label, 'server', change)
}

/** Not part of `#live`, so that a refresh does not lose typed text; an empty field changes nothing. */
export function gameServerForm(): Markup {
  return html`<form id="server" class="switches">
    <label>Players <input name="players" type="number" min="0" max="127" /></label>
    <label>Room for <input name="maxPlayers" type="number" min="1" max="127" /></label>
    <label>
      Status
      <select name="status">
        <option value="">unchanged</option>
        ${serverStatuses.map((status) => html`<option>${status}</option>`)}
      </select>
    </label>
    <label>Time in the game <input name="gameTime" type="time" /></label>
    <button class="primary">Change the server</button>
  </form>`
}
