import { createHmac, randomBytes } from 'node:crypto'
import type { RemoteInfo, Socket } from 'node:dgram'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { FakeProvider, SandboxContext } from '#sandbox/fake-provider.ts'
import { type GameServer, serverFacts, type ServerState } from './state.ts'

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
    const send = (reply: Buffer) => socket.send(reply, caller.port, caller.address)
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

/** https://developer.valvesoftware.com/wiki/Server_queries */
const singlePacket = Buffer.from([0xff, 0xff, 0xff, 0xff])
const infoPayload = 'Source Engine Query\0'
const dayzGameId = 221_100n

interface A2sRequest {
  readonly kind: 'info' | 'player' | 'rules'
  /** Null when the request has none. */
  readonly challenge: number | null
}

/** Null for packets that a game server ignores. */
function readRequest(packet: Buffer): A2sRequest | null {
  if (!packet.subarray(0, 4).equals(singlePacket)) return null
  const rest = packet.subarray(5)
  const type = packet.at(4)
  if (type === 0x55) return readChallenge('player', rest)
  if (type === 0x56) return readChallenge('rules', rest)
  if (type !== 0x54 || rest.toString('latin1', 0, infoPayload.length) !== infoPayload) return null
  const challenge = rest.subarray(infoPayload.length)
  return challenge.length === 0
    ? { kind: 'info', challenge: null }
    : readChallenge('info', challenge)
}

function readChallenge(kind: A2sRequest['kind'], rest: Buffer): A2sRequest | null {
  return rest.length === 4 ? { kind, challenge: rest.readUInt32LE() } : null
}

/** The caller must return the challenge with the request, which prevents requests under a forged address. */
function challengePacket(challenge: number): Buffer {
  return Buffer.concat([singlePacket, bytes(0x41), uint32(challenge)])
}

function answerPacket(kind: A2sRequest['kind'], state: ServerState): Buffer {
  const answers = { info: infoAnswer, player: playerAnswer, rules: rulesAnswer }
  return Buffer.concat([singlePacket, answers[kind](state)])
}

function infoAnswer({ name, map, players, maxPlayers, gameTime }: ServerState): Buffer {
  const { version, gamePort, steamId, timeAcceleration } = serverFacts
  const acceleration = timeAcceleration.toFixed(6)
  // DayZ puts data here for which A2S has no field, the time of day last.
  const keywords = [
    'battleye',
    'external',
    'privHive',
    'shard001',
    'lqs0',
    `etm${acceleration}`,
    `entm${acceleration}`,
    'mod',
    gameTime,
  ]
  return Buffer.concat([
    bytes(0x49, 17),
    ...[name, fileNameOf(map), 'dayz', 'DayZ'].map(text),
    // DayZ's id does not fit into its two bytes, so it is in the long id at the end.
    uint16(0),
    bytes(players, maxPlayers, 0),
    Buffer.from('dw'),
    bytes(0, 1),
    text(version),
    bytes(0x80 | 0x10 | 0x20 | 0x01),
    uint16(gamePort),
    uint64(BigInt(steamId)),
    text(keywords.join(',')),
    uint64(dayzGameId),
  ])
}

/** DayZ does not reveal the names of its players. */
function playerAnswer({ players }: ServerState): Buffer {
  const list = Array.from({ length: players }, (_, index) =>
    Buffer.concat([bytes(0), text(''), uint32(0), float(60 * (index + 1))]),
  )
  return Buffer.concat([bytes(0x44, players), ...list])
}

function rulesAnswer({ map }: ServerState): Buffer {
  const rules = { dedicated: '1', island: fileNameOf(map), language: '65545', platform: 'win' }
  const pairs = Object.entries(rules).flat()
  return Buffer.concat([bytes(0x45), uint16(pairs.length / 2), ...pairs.map(text)])
}

/** The game identifies its maps by their file names. */
function fileNameOf(map: string): string {
  return map.toLowerCase().replaceAll(/\W/g, '')
}

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values)
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

function uint64(value: bigint): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer
}

function float(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeFloatLE(value)
  return buffer
}
