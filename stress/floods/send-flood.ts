import { connect, type Socket } from 'node:net'
import { addressInSubnet, disguises, lies } from './disguises.ts'
import { floodTask, type FloodReport } from './flood-messages.ts'
import { floodTargets } from './targets.ts'

/**
 * A process that repeats one request over kept-alive connections as fast as it is answered, and prints
 * the outcome. It implements just enough HTTP to leave the shared machine to the flooded server.
 */
const task = floodTask.parse(JSON.parse(process.argv[2] ?? ''))
const found = floodTargets[task.target]
if (!found) throw new Error(`no target ${task.target}`)
const target = found
const ways = Object.values(disguises)

let sent = 0
let served = 0
let limited = 0
const faults: string[] = []

function originHeaders(): Readonly<Record<string, string>> {
  const { visitor } = task
  if (visitor === null) return lies()
  if (visitor.includes(':')) return { 'x-forwarded-for': addressInSubnet(visitor) }
  const disguise = ways[sent % ways.length]
  return disguise ? disguise(visitor) : {}
}

function nextRequest(): string {
  const body = target.body ? JSON.stringify(target.body()) : ''
  const headers: Record<string, string> = {
    host: `127.0.0.1:${task.port}`,
    ...(body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...target.headers,
    ...originHeaders(),
  }
  sent += 1
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${target.method} ${target.path()} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

function judge(answer: string): void {
  const status = Number(answer.slice(9, 12))
  const retryAfter = Number(/^retry-after: (\d+)\r$/im.exec(answer)?.[1])
  const location = /^location: (\S+)\r$/im.exec(answer)?.[1]
  const isLed = target.refusedTo !== undefined && location === target.refusedTo
  if (status >= 500) faults.push(answer)
  else if (status !== 429 && !isLed) served += 1
  else if (
    isLed ||
    (retryAfter >= 1 && /"code":"(rate_limited|too_many_open_checkouts)"/.test(answer))
  ) {
    limited += 1
  } else faults.push(answer)
}

/** The length of the whole answer at the start of the text; null while it is incomplete. */
function lengthOf(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = text.slice(0, headEnd)
  const isBare = target.method === 'HEAD'
  const length = isBare ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  if (!isBare && /^transfer-encoding: chunked/im.test(head)) {
    const end = text.indexOf('0\r\n\r\n', headEnd)
    return end < 0 ? null : end + 5
  }
  const whole = headEnd + 4 + length
  return text.length < whole ? null : whole
}

/** One client: a request, its whole answer, the next request, until enough were sent. */
function runClient(): Promise<void> {
  const done = Promise.withResolvers<void>()
  const socket: Socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.setEncoding('latin1')
  const ask = (): void => {
    if (sent < task.requests) socket.write(nextRequest())
    else socket.end()
  }
  socket.on('connect', ask)
  socket.on('data', (chunk: string) => {
    received += chunk
    const length = lengthOf(received)
    if (length === null) return
    judge(received.slice(0, length))
    received = ''
    ask()
  })
  socket.on('error', (error) => faults.push(error.message))
  socket.on('close', () => done.resolve())
  return done.promise
}

const startedAt = Date.now()
while (sent < task.requests) {
  await Promise.all(Array.from({ length: task.clients }, () => runClient()))
}
const report: FloodReport = {
  startedAt,
  endedAt: Date.now(),
  served,
  limited,
  faults: faults.slice(0, 20),
}
process.stdout.write(JSON.stringify(report))
