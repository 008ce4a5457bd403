import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

/**
 * A process that holds event streams open, like open pages. On request it buys a skin and answers
 * how many milliseconds later each stream got the event. The streams live until the process ends.
 */
const task = z
  .object({
    port: z.number(),
    streams: z.number(),
    purchase: z.object({ path: z.string(), body: z.unknown() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const frame = 'event: purchase'
/** One for each stream, from the purchase on. */
let receivedAfter: number[] = []
let boughtAt = 0
let allReceived = Promise.withResolvers<void>()

function openStream(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a stream ended: ${received}`)))
    socket.on('connect', () => socket.write('GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (received.startsWith('HTTP/1.1 200') && received.includes('retry: ')) resolve(socket)
      if (!received.includes(frame)) return
      received = 'HTTP/1.1 200'
      receivedAfter.push(performance.now() - boughtAt)
      if (receivedAfter.length === task.streams) allReceived.resolve()
    })
  })
}

async function buy(): Promise<readonly number[]> {
  receivedAfter = []
  allReceived = Promise.withResolvers()
  boughtAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${task.port}${task.purchase.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(task.purchase.body),
  })
  if (answer.status !== 200) throw new Error(`not bought: ${await answer.text()}`)
  await allReceived.promise
  return receivedAfter
}

/** Simultaneous connections, as in a busy minute. */
const openedAtOnce = 50
for (let opened = 0; opened < task.streams; opened += openedAtOnce) {
  const count = Math.min(openedAtOnce, task.streams - opened)
  await Promise.all(Array.from({ length: count }, openStream))
}
process.on('message', () => void buy().then((times) => process.send?.(times)))
process.send?.('open')
