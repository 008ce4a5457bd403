import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

/**
 * A process of its own that sends purchases over kept-alive connections as fast as they are
 * answered, and prints how many. It speaks just enough HTTP, so that it takes little from the
 * machine that it shares with what it measures.
 */
const task = z
  .object({
    port: z.number(),
    path: z.string(),
    clients: z.number(),
    seconds: z.number(),
    steamIds: z.array(z.string()),
    item: z.object({ id: z.string(), name: z.string(), price: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { item } = task
let sent = 0
let answered = 0
const failures: string[] = []

function nextRequest(): string {
  const steamId = task.steamIds[sent++ % task.steamIds.length]
  const body = JSON.stringify({
    steamId,
    itemName: item.name,
    itemPrice: item.price,
    itemId: item.id,
  })
  return [
    `POST ${task.path} HTTP/1.1`,
    `host: 127.0.0.1:${task.port}`,
    'content-type: application/json',
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** One client: a request, its whole answer, the next request, until the time is over. */
function runClient(end: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('connect', () => socket.write(nextRequest()))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      answered += 1
      if (!received.startsWith('HTTP/1.1 200')) failures.push(received)
      received = ''
      if (performance.now() < end) socket.write(nextRequest())
      else socket.end(resolve)
    })
  })
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
  return Buffer.byteLength(answer) >= headEnd + 4 + length
}

const start = performance.now()
const end = start + task.seconds * 1000
await Promise.all(Array.from({ length: task.clients }, () => runClient(end)))
const [failure] = failures
if (failure !== undefined) throw new Error(`${failures.length} refused: ${failure}`)
process.stdout.write(String(answered / ((performance.now() - start) / 1000)))
