import { createSocket } from 'node:dgram'
import { StringDecoder } from 'node:string_decoder'
import ipaddr from 'ipaddr.js'
import { parseTimeOfDay, type GameServerReading } from '#domain/server-status.ts'
import type { A2sConfig } from '#server/app/config.ts'
import { shownName, type Reading } from '#server/providers/game-server.ts'

/** For one answer, and for all of them together. */
const packetTimeoutMilliseconds = 2000
const timeoutMilliseconds = 5000
/** A server may change its challenge meanwhile; one that always does never answers. */
const maxRequests = 3

const infoRequest = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const challengeHeader = Buffer.from('\xff\xff\xff\xffA', 'latin1')
const infoHeader = Buffer.from('\xff\xff\xff\xffI', 'latin1')

/**
 * Requests the status from the game server itself, by Steam's A2S_INFO over UDP.
 * https://developer.valvesoftware.com/wiki/Server_queries
 */
export async function queryGameServer(
  { host, port }: A2sConfig,
  stopped: AbortSignal,
): Promise<Reading> {
  let packet: Buffer | null = null
  try {
    packet = await requestInfo(host, port, stopped)
    return { outcome: 'ok', server: readInfo(packet, host) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const detail = `The game server at ${host}:${port}: ${reason}`
    return { outcome: 'failed', detail, ...(packet && { isNoGame: true }) }
  }
}

/** The first packet that is no challenge. A challenge must be repeated, which proves our address. */
function requestInfo(host: string, port: number, stopped: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const fail = (reason: string): void => reject(new Error(reason))
  const stop = (): void => fail('stopped')
  const timers = [
    setTimeout(fail, packetTimeoutMilliseconds, 'no answer'),
    setTimeout(fail, timeoutMilliseconds, 'no answer in time'),
  ] as const
  const socket = createSocket('udp4')
  let requests = 0
  const send = (challenge = Buffer.alloc(0)): void => {
    requests += 1
    if (requests > maxRequests) return fail('only challenges for an answer')
    timers[0].refresh()
    socket.send([infoRequest, challenge])
  }
  socket.on('error', reject)
  socket.on('connect', () => send())
  socket.on('message', (packet) => {
    if (packet.subarray(0, 5).equals(challengeHeader)) send(packet.subarray(5, 9))
    else resolve(packet)
  })
  stopped.addEventListener('abort', stop)
  if (stopped.aborted) stop()
  // The system drops packets from any other address or port.
  socket.connect(port, host)
  return promise.finally(() => {
    stopped.removeEventListener('abort', stop)
    timers.forEach(clearTimeout)
    socket.close()
  })
}

/** Reads A2S_INFO; throws when it is something else or breaks off. */
export function readInfo(packet: Buffer, host: string): GameServerReading {
  const { skip, byte, port, text, isAtEnd } = fieldsOf(packet)
  if (!skip(infoHeader.length).equals(infoHeader)) throw new Error('an unknown answer')
  skip(1) // version of the protocol
  const name = text()
  text() // map
  text() // folder
  text() // game
  skip(2) // its id
  const [players, maxPlayers] = [byte(), byte()]
  if (maxPlayers === 0) throw new Error('no room for players')
  skip(5) // bots, kind of server, system, password, anti-cheat
  text() // version of the game
  const flags = isAtEnd() ? 0 : byte()
  const gamePort = flags & 0x80 ? port() : 0
  if (flags & 0x10) skip(8) // Steam ID of the server
  if (flags & 0x40) {
    skip(2) // port for spectators
    text()
  }
  // DayZ puts the time of day among its tags.
  const tags = flags & 0x20 ? text().split(',') : []
  return {
    name: shownName(name),
    address: gamePort > 0 && isForOthers(host) ? `${host}:${gamePort}` : null,
    players,
    maxPlayers,
    status: 'online',
    gameTime: parseTimeOfDay(tags.findLast((tag) => tag.includes(':')) ?? ''),
  }
}

/** Takes one field after the other from the front of a packet. */
function fieldsOf(packet: Buffer) {
  let rest = packet
  const skip = (length: number): Buffer => {
    if (rest.length < length) throw new Error('an answer that breaks off')
    const field = rest.subarray(0, length)
    rest = rest.subarray(length)
    return field
  }
  return {
    skip,
    byte: (): number => skip(1).readUInt8(),
    port: (): number => skip(2).readUInt16LE(),
    text: (): string => {
      const end = rest.indexOf(0)
      const field = skip(end === -1 ? Infinity : end)
      skip(1)
      // Without the rest of a character that the game has cut at the end.
      return new StringDecoder().write(field)
    },
    isAtEnd: (): boolean => rest.length === 0,
  }
}

const ownNetworks: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal'])

/** The address of our queries may be one that no player can use. */
function isForOthers(host: string): boolean {
  return ipaddr.isValid(host) ? !ownNetworks.has(ipaddr.process(host).range()) : host.includes('.')
}
