import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { DatabaseFault } from './worker.ts'

/** A thread that has closed its database should end at once. */
const closeTimeoutMilliseconds = 2000

interface QueryResult<Row> {
  rows: Row[]
  affectedRows?: number
  fields: { name: string; dataTypeID: number }[]
}

interface Pending {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

type Run = <Row>(
  sql: string,
  parameters?: unknown[],
  options?: { rowMode?: RowMode },
) => Promise<QueryResult<Row>>

/**
 * PGlite in a thread of its own, so that a slow query never blocks the HTTP server. It implements
 * the part of PGlite's interface that Kysely and pg-boss use. Statements run one at a time, in
 * order; a transaction holds the queue until it ends.
 */
export class PGliteThread {
  readonly waitReady: Promise<void>
  /** Resolves when the thread has died without being closed. It is not restarted. */
  readonly died: Promise<Error>
  ready = false
  closed = false
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, (payload: string) => void>()
  #lastId = 0
  #queue: Promise<unknown> = Promise.resolve()
  #stopped = false
  readonly #ended: Promise<void>
  #queueLength = 0

  constructor(directory: string) {
    // Node 24 can free WebAssembly code twice when one thread collects it while another compiles,
    // and the process dies: docs/decisions/0001-embedded-database-and-postgres.md.
    setFlagsFromString('--no-wasm-code-gc')
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory },
    })
    const ready = Promise.withResolvers<void>()
    const died = Promise.withResolvers<Error>()
    this.waitReady = ready.promise
    this.died = died.promise
    let reason = stoppedError()
    this.#worker.on('message', (answer: Answer) => this.#receive(answer, ready.resolve))
    this.#worker.on('error', (error) => {
      reason = stoppedError(error)
    })
    const ended = Promise.withResolvers<void>()
    this.#ended = ended.promise
    this.#worker.on('exit', () => {
      ended.resolve()
      this.#stopped = true
      ready.reject(reason)
      for (const pending of this.#pending.values()) pending.reject(stoppedError())
      this.#pending.clear()
      if (!this.closed) died.resolve(reason)
    })
  }

  query: Run = (sql, parameters, options) =>
    this.#enqueue(() => this.#query(sql, parameters, options))

  exec(sql: string): Promise<{ rows: unknown[] }[]> {
    return this.#enqueue(() => this.#execute(sql))
  }

  transaction<Result>(
    work: (trx: { query: Run; rollback: () => Promise<void> }) => Promise<Result>,
  ): Promise<Result> {
    return this.#enqueue(async () => {
      await this.#execute('begin')
      let open = true
      const end = async (command: 'commit' | 'rollback'): Promise<void> => {
        if (!open) return
        open = false
        await this.#execute(command)
      }
      try {
        const query: Run = (sql, parameters, options) => this.#query(sql, parameters, options)
        const result = await work({ query, rollback: () => end('rollback') })
        await end('commit')
        return result
      } catch (error) {
        await end('rollback')
        throw error
      }
    })
  }

  async listen(
    channel: string,
    onNotification: (payload: string) => void,
  ): Promise<() => Promise<void>> {
    this.#listeners.set(channel, onNotification)
    await this.#enqueue(() => this.#call({ kind: 'listen', channel }))
    return () => {
      this.#listeners.delete(channel)
      return Promise.resolve()
    }
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.#enqueue(() => this.#call({ kind: 'close' }))
    await this.#waitForExit()
  }

  /** The one connection, and the work that waits for it. */
  readLoad(): { used: number; idle: number; waiting: number } {
    const used = Math.min(this.#queueLength, 1)
    return { used, idle: 1 - used, waiting: this.#queueLength - used }
  }

  /** The thread ends by itself after closing: terminating it from here can crash the process. */
  async #waitForExit(): Promise<void> {
    const isLate = sleep(closeTimeoutMilliseconds, true, { ref: false })
    if (await Promise.race([this.#ended.then(() => false), isLate])) await this.#worker.terminate()
  }

  #query: Run = (sql, parameters = [], { rowMode = 'object' } = {}) =>
    this.#call({ kind: 'query', sql, parameters, rowMode })

  #execute(sql: string): Promise<{ rows: unknown[] }[]> {
    return this.#call({ kind: 'execute', sql })
  }

  #call<Result>(call: Call): Promise<Result> {
    if (this.#stopped) return Promise.reject(stoppedError())
    const id = ++this.#lastId
    return new Promise<Result>((resolve, reject) => {
      this.#pending.set(id, {
        // The caller of a query names its row type, as with every driver; the worker is ours.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        resolve: (result) => resolve(result as Result),
        reject,
      })
      this.#worker.postMessage({ ...call, id })
    })
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queueLength += 1
    const turn = this.#queue.then(work, work)
    this.#queue = turn
      .catch(() => undefined)
      .finally(() => {
        this.#queueLength -= 1
      })
    return turn
  }

  #receive(answer: Answer, onReady: () => void): void {
    if (answer.kind === 'ready') {
      this.ready = true
      onReady()
    } else if (answer.kind === 'notification') {
      this.#listeners.get(answer.channel)?.(answer.payload)
    } else {
      this.#complete(answer)
    }
  }

  #complete(answer: Extract<Answer, { id: number }>): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.kind === 'result') pending?.resolve(answer.result)
    else pending?.reject(Object.assign(new Error(answer.error.message), answer.error))
  }
}

/** With Postgres's SQLSTATE for the same condition: admin_shutdown. */
function stoppedError(cause?: unknown): Error {
  const because = cause instanceof Error ? `: ${cause.message}` : ''
  const message = `the embedded database has stopped${because}`
  return Object.assign(new Error(message, { cause }), { code: '57P01' })
}

/** A request of the HTTP thread to the database thread. */
export type Request =
  | { id: number; kind: 'query'; sql: string; parameters: unknown[]; rowMode: RowMode }
  | { id: number; kind: 'execute'; sql: string }
  | { id: number; kind: 'listen'; channel: string }
  | { id: number; kind: 'close' }

/** A request before it has its number. */
type Call = Request extends infer Each ? (Each extends Request ? Omit<Each, 'id'> : never) : never

type RowMode = 'object' | 'array'

export type Answer =
  | { kind: 'ready' }
  | { kind: 'notification'; channel: string; payload: string }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'error'; id: number; error: DatabaseFault }
