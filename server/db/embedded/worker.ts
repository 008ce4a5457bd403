import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm as trigrams } from '@electric-sql/pglite/contrib/pg_trgm'
import { z } from 'zod'
import { parseInt8, typeIds } from '#server/db/types.ts'
import type { Answer, Request } from './pglite-thread.ts'

if (!parentPort) throw new Error('runs as a worker thread only')
const port = parentPort
const { directory } = z.object({ directory: z.string() }).parse(workerData)
const database = await PGlite.create(directory, {
  extensions: { trigrams },
  parsers: { [typeIds.int8]: parseInt8 },
})

const post = (answer: Answer): void => port.postMessage(answer)

port.on('message', (request: Request) => {
  void handle(request)
})
post({ kind: 'ready' })

async function handle(request: Request): Promise<void> {
  try {
    const result = await perform(request)
    // LISTEN returns a function, which cannot be sent to the other thread.
    post({ kind: 'result', id: request.id, result: request.kind === 'listen' ? null : result })
    // Nothing else keeps this thread alive, so it ends by itself.
    if (request.kind === 'close') port.close()
  } catch (error) {
    post({ kind: 'error', id: request.id, error: toFault(error) })
  }
}

async function perform(request: Request): Promise<unknown> {
  if (request.kind === 'query') {
    return database.query(request.sql, request.parameters, { rowMode: request.rowMode })
  }
  if (request.kind === 'execute') return database.exec(request.sql)
  if (request.kind === 'close') return database.close()
  const { channel } = request
  return database.listen(channel, (payload) => post({ kind: 'notification', channel, payload }))
}

const faultShape = z.object({
  message: z.string(),
  code: z.string().optional(),
  constraint: z.string().optional(),
  table: z.string().optional(),
})

/** A PostgreSQL error without its parameters, which may hold personal data. */
export type DatabaseFault = z.output<typeof faultShape>

function toFault(error: unknown): DatabaseFault {
  const fault = faultShape.safeParse(error)
  return fault.success ? fault.data : { message: String(error) }
}
