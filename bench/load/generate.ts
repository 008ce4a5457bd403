import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requestInTurn } from './request-in-turn.ts'

/**
 * A process that sends purchases over kept-alive connections as fast as they are answered, and
 * prints the rate.
 */
const task = z
  .object({
    /** The processes that the clients are spread over. */
    ports: z.array(z.number()),
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
    'host: 127.0.0.1',
    'content-type: application/json',
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

function onAnswer(answer: string): void {
  answered += 1
  if (!answer.startsWith('HTTP/1.1 200')) failures.push(answer)
}

const start = performance.now()
const end = start + task.seconds * 1000
const clientPorts = Array.from(
  { length: task.clients },
  (_, client) => task.ports[client % task.ports.length] ?? 0,
)
const next = (): string | null => (performance.now() < end ? nextRequest() : null)
await Promise.all(clientPorts.map((port) => requestInTurn({ port, next, onAnswer })))
const [failure] = failures
if (failure !== undefined) throw new Error(`${failures.length} refused: ${failure}`)
process.stdout.write(String(answered / ((performance.now() - start) / 1000)))
