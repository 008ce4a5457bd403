import { z } from 'zod'
import { percentile } from '#bench/report.ts'
import { requestInTurn } from './request-in-turn.ts'

/**
 * A process that requests one address over kept-alive connections as fast as it is answered, and
 * prints the rate and the times.
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

/** One client, until the time is over. */
function runClient(end: number): Promise<void> {
  let sentAt = 0
  return requestInTurn({
    port: task.port,
    next: () => {
      sentAt = performance.now()
      return sentAt < end ? request : null
    },
    onAnswer: (answer) => {
      if (!answer.startsWith(goodStart)) {
        throw new Error(`not ${task.status}: ${answer.slice(0, 500)}`)
      }
      milliseconds.push(performance.now() - sentAt)
    },
  })
}

const start = performance.now()
const end = start + task.seconds * 1000
await Promise.all(Array.from({ length: task.clients }, () => runClient(end)))
const seconds = (performance.now() - start) / 1000
process.stdout.write(
  JSON.stringify({
    perSecond: milliseconds.length / seconds,
    p50Ms: percentile(milliseconds, 0.5),
    p99Ms: percentile(milliseconds, 0.99),
  }),
)
process.exit()
