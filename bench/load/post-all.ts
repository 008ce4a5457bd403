import { z } from 'zod'
import { askInTurn } from './ask-in-turn.ts'

/**
 * A process of its own that posts everything it is told once, over kept-alive connections as fast as
 * it is answered. It answers how many seconds that took. Whatever is not 2xx ends it.
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

/** One client: takes the next request when it has the answer to its last, until none is left. */
function runClient(all: Task, queue: Iterator<Post>): Promise<void> {
  return askInTurn({
    port: all.port,
    next: () => {
      const { value, done } = queue.next()
      return done ? null : write(all, value)
    },
    hear: (answer) => {
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
