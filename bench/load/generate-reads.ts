import { connect } from 'node:net'
import { z } from 'zod'

/**
 * A process of its own that asks for one address over kept-alive connections as fast as it is
 * answered, and prints how often in a second and how long that took.
 */
const task = z
  .object({
    port: z.number(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    status: z.number(),
    clients: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const request = [
  `GET ${task.path} HTTP/1.1`,
  `host: 127.0.0.1:${task.port}`,
  ...Object.entries(task.headers).map(([name, value]) => `${name}: ${value}`),
  '',
  '',
].join('\r\n')
const goodStart = `HTTP/1.1 ${task.status}`
const milliseconds: number[] = []

/** One client: a request, its whole answer, the next request, until the time is over. */
function runClient(end: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true })
    let received = ''
    let sentAt = 0
    const ask = (): void => {
      sentAt = performance.now()
      socket.write(request)
    }
    // A character for each byte, so that the length of the answer is that of the text.
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('connect', ask)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      if (!received.startsWith(goodStart)) {
        reject(new Error(`not ${task.status}: ${received.slice(0, 500)}`))
        return
      }
      milliseconds.push(performance.now() - sentAt)
      received = ''
      if (performance.now() < end) ask()
      else socket.end(resolve)
    })
  })
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)?.[1] ?? 0
  return answer.length >= headEnd + 4 + Number(length)
}

const start = performance.now()
const end = start + task.seconds * 1000
await Promise.all(Array.from({ length: task.clients }, () => runClient(end)))
const seconds = (performance.now() - start) / 1000
const sorted = milliseconds.toSorted((a, b) => a - b)
process.stdout.write(
  JSON.stringify({
    perSecond: sorted.length / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)],
    p99Ms: sorted[Math.floor(sorted.length * 0.99)],
  }),
)
process.exit()
