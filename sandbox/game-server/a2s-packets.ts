import { serverFacts, type ServerState } from './state.ts'

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
export function readRequest(packet: Buffer): A2sRequest | null {
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
export function challengePacket(challenge: number): Buffer {
  return Buffer.concat([singlePacket, bytes(0x41), uint32(challenge)])
}

export function answerPacket(kind: A2sRequest['kind'], state: ServerState): Buffer {
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
