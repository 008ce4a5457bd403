import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { type FloodLimit, type FloodTarget, floodTargets } from './targets.ts'

interface FloodTask {
  readonly port: number
  /** A name of `floodTargets`. */
  readonly target: string
  /**
   * The source: an IPv4 address behind a trusted proxy, in every form; the three groups of a
   * /48 of IPv6, for addresses all over it; null for a direct client with forged headers.
   */
  readonly visitor: string | null
  readonly requests: number
  readonly clients: number
}

interface FloodReport {
  /** In milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  /** Answered as if there were no limit. */
  readonly served: number
  /** Refused, with the time of the next try. */
  readonly limited: number
  /** Some of the broken connections, 5xx answers and incomplete refusals. */
  readonly faults: readonly string[]
}

/** Repeats one request over kept-alive connections as fast as it is answered. */
export async function flood(task: FloodTask): Promise<FloodReport> {
  const target = floodTargets[task.target]
  if (!target) throw new Error(`no target ${task.target}`)
  let sent = 0
  let [served, limited] = [0, 0]
  const faults: string[] = []
  const judgeAnswer = (answer: string): void => {
    const verdict = judge(target, answer)
    if (verdict === 'served') served += 1
    else if (verdict === 'limited') limited += 1
    else faults.push(answer)
  }
  const next = (): string | null =>
    sent < task.requests ? writeRequest(task, target, sent++) : null
  const startedAt = Date.now()
  while (sent < task.requests) {
    const clients = Array.from({ length: task.clients }, () =>
      runClient(task.port, next, (text) => lengthOf(target, text), judgeAnswer),
    )
    faults.push(...(await Promise.all(clients)).filter((fault) => fault !== null))
  }
  return { startedAt, endedAt: Date.now(), served, limited, faults: faults.slice(0, 20) }
}

function originHeaders({ visitor }: FloodTask, place: number): Readonly<Record<string, string>> {
  if (visitor === null) return forgedHeaders()
  if (visitor.includes(':')) return { 'x-forwarded-for': addressInSubnet(visitor) }
  return ways[place % ways.length]?.(visitor) ?? {}
}

function writeRequest(task: FloodTask, target: FloodTarget, place: number): string {
  const body = target.body ? JSON.stringify(target.body()) : ''
  const headers: Record<string, string> = {
    host: `127.0.0.1:${task.port}`,
    ...(body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...target.headers,
    ...originHeaders(task, place),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${target.method} ${target.path()} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

function judge({ refusedTo }: FloodTarget, answer: string): 'served' | 'limited' | 'fault' {
  const status = Number(answer.slice(9, 12))
  const retryAfter = Number(/^retry-after: (\d+)\r$/im.exec(answer)?.[1])
  const location = /^location: (\S+)\r$/im.exec(answer)?.[1]
  const isLed = refusedTo !== undefined && location === refusedTo
  if (status >= 500) return 'fault'
  if (isLed) return 'limited'
  if (status !== 429) return 'served'
  const isWhole = retryAfter >= 1 && /"code":"(rate_limited|too_many_open_checkouts)"/.test(answer)
  return isWhole ? 'limited' : 'fault'
}

/** The length of the whole answer at the start of the text; null while it is incomplete. */
function lengthOf({ method }: FloodTarget, text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = text.slice(0, headEnd)
  const isBare = method === 'HEAD'
  const length = isBare ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (!isBare && /^transfer-encoding: chunked/im.test(head)) {
    const end = text.indexOf('0\r\n\r\n', headEnd)
    return end < 0 ? null : end + 5
  }
  const whole = headEnd + 4 + length
  return text.length < whole ? null : whole
}

/**
 * One client: a request, its whole answer, the next request, until enough were sent. Resolves to the
 * fault of its connection, or null. It implements just enough HTTP to leave the shared machine to the
 * flooded server.
 */
function runClient(
  port: number,
  next: () => string | null,
  lengthOfWhole: (text: string) => number | null,
  onAnswer: (answer: string) => void,
): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.setEncoding('latin1')
  const send = (): void => {
    const request = next()
    if (request === null) socket.end()
    else socket.write(request)
  }
  socket.on('connect', send)
  socket.on('data', (chunk: string) => {
    received += chunk
    const length = lengthOfWhole(received)
    if (length === null) return
    onAnswer(received.slice(0, length))
    received = ''
    send()
  })
  socket.on('error', (error) => resolve(error.message))
  socket.on('close', () => resolve(null))
  return promise
}

/** The allowance of a whole /48 of IPv6, in households. */
const allowancesOfSubnet = 2.5

/** How many requests were served beyond what the limit allows in that time. */
export function countExcess(limit: FloodLimit, task: FloodTask, report: FloodReport): number {
  if (limit === null) return 0
  return Math.max(0, report.served - mostServed(limit, task, report))
}

function mostServed(
  limit: NonNullable<FloodLimit>,
  { clients, visitor }: FloodTask,
  { startedAt, endedAt }: FloodReport,
): number {
  const factor = visitor?.includes(':') ? allowancesOfSubnet : 1
  if ('burst' in limit) {
    // The processes' clocks may differ: allow a second more.
    const seconds = (endedAt - startedAt) / 1000 + 1
    return Math.ceil(factor * (limit.burst + limit.perSecond * seconds))
  }
  const windowOf = (time: number): number => Math.floor(time / 1000 / limit.windowSeconds)
  const windows = windowOf(endedAt) - windowOf(startedAt) + 1
  // Requests that are counted after their work may already be under way.
  return windows * (Math.floor(factor * limit.requests) + (limit.isCountedAfter ? clients : 0))
}

type RequestHeaders = Readonly<Record<string, string>>

/** The headers that a trusted proxy sends for one visitor, whatever the visitor adds. */
const proxyHeaders: Readonly<Record<string, (visitor: string) => RequestHeaders>> = {
  none: (visitor) => ({ 'x-forwarded-for': visitor }),
  'an invented address before': (visitor) => ({
    'x-forwarded-for': `${someAddress()}, ${visitor}`,
  }),
  'many before': (visitor) => ({
    'x-forwarded-for': [...Array.from({ length: 200 }, someAddress), visitor].join(','),
  }),
  'the proxy’s own address before': (visitor) => ({
    'x-forwarded-for': `${someAddress()}, 127.0.0.1, ::1, ${visitor}`,
  }),
  'IPv6 before': (visitor) => ({ 'x-forwarded-for': `[${someAddress6()}]:443, ${visitor}` }),
  'garbage of 8 kB before': (visitor) => ({
    'x-forwarded-for': `${randomBytes(4096).toString('hex')}, ${visitor}`,
  }),
  'commas of 8 kB before': (visitor) => ({ 'x-forwarded-for': `${','.repeat(8192)}${visitor}` }),
  'other headers': (visitor) => ({
    'x-forwarded-for': visitor,
    forwarded: `for=${someAddress()}`,
    'x-real-ip': someAddress(),
    'cf-connecting-ip': someAddress(),
    'true-client-ip': someAddress(),
    'x-client-ip': someAddress(),
    'x-cluster-client-ip': someAddress(),
  }),
  'IPv4 written as IPv6': (visitor) => ({ 'x-forwarded-for': `::ffff:${visitor}` }),
  'with a port': (visitor) => ({ 'x-forwarded-for': `${visitor}:${someByte() + 1024}` }),
}

/** One subscriber may have a whole /48, which is three groups: a new address for each request. */
function addressInSubnet(subnet: string): string {
  const groupsLeft = 8 - subnet.split(':').length
  return `${subnet}:${randomBytes(groupsLeft * 2)
    .toString('hex')
    .replaceAll(/(.{4})(?=.)/g, '$1:')}`
}

/** A visitor without a proxy may send any header. */
function forgedHeaders(): RequestHeaders {
  return {
    'x-forwarded-for': someAddress(),
    forwarded: `for=${someAddress()}`,
    'x-real-ip': someAddress(),
    'cf-connecting-ip': someAddress(),
    'user-agent': randomUUID(),
  }
}

function someAddress(): string {
  return `${1 + (someByte() % 200)}.${someByte()}.${someByte()}.${someByte()}`
}

function someAddress6(): string {
  return addressInSubnet('2001:db8:1:2')
}

function someByte(): number {
  return randomBytes(1)[0] ?? 0
}

const ways = Object.values(proxyHeaders)
