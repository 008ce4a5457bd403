import { z } from 'zod'
import { requestInTurn } from './request-in-turn.ts'

/**
 * A process that posts all given requests once, over kept-alive connections as fast as they are
 * answered, and answers how many seconds that took. Any answer but 2xx ends it.
 */
const task = z.object({
  port: z.number(),
  path: z.string(),
  clients: z.number(),
  requests: z.array(z.object({ headers: z.record(z.string(), z.string()), body: z.string() })),
})
type Task = z.output<typeof task>
type Post = Task['requests'][number]

function write({ path }: Task, { headers, body }: Post): string {
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** One client: takes the next request after each answer, until none is left. */
function runClient(all: Task, queue: Iterator<Post>): Promise<void> {
  return requestInTurn({
    port: all.port,
    next: () => {
      const { value, done } = queue.next()
      return done ? null : write(all, value)
    },
    onAnswer: (answer) => {
      if (!answer.startsWith('HTTP/1.1 204')) throw new Error(answer)
    },
  })
}

process.once('message', (message) => {
  const all = task.parse(message)
  const queue = all.requests.values()
  const start = performance.now()
  const clients = Array.from({ length: all.clients }, () => runClient(all, queue))
  void Promise.all(clients).then(() => process.send?.((performance.now() - start) / 1000))
})
