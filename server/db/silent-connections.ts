import { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { z } from 'zod'

const withSocket = z.object({ connection: z.object({ stream: z.instanceof(Socket) }) })

/**
 * Ends a connection over which nothing comes for so long. When a network swallows packets, neither
 * side learns of it for a quarter of an hour, and the pool would go on handing the connection out.
 * The driver's own `query_timeout` fails the query and keeps the connection.
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = withSocket.parse(client).connection
  stream.setTimeout(milliseconds, () => stream.destroy(new Error('silent connection')))
}
