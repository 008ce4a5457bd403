import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import pg from 'pg'
import { replace } from './replace.ts'

// Preloaded by every process of a run of tests, and by those that it starts: the product's time limits
// for calls, connections, statements and children are ten times as wide, because a busy machine must
// not end a test. Pauses and counts stay as they are. A test whose subject is such a limit sets its
// own: `statement_timeout` in the address of the database, an aborted signal.

const times = 10
const isWide = Symbol.for('wide limits')

// The configs of Vitest and Playwright import it again in processes that have preloaded it.
if (!(isWide in globalThis)) {
  Object.defineProperty(globalThis, isWide, { value: true })
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`
  widenCalls()
  widenPostgres()
}

function widenCalls(): void {
  // Requests to providers, and runs of a delivery.
  replace(AbortSignal, 'timeout', ([limit, ...rest]) => [times * Number(limit), ...rest])
  // Stripe, FTP, and connections of the database that are silent.
  replace(net.Socket.prototype, 'setTimeout', ([limit, ...rest]) => [
    times * Number(limit),
    ...rest,
  ])
  // The decoder of pictures.
  replace(childProcess, 'execFile', (parameters) => parameters.map(widenTimeout))
  syncBuiltinESMExports()
}

function widenTimeout(parameter: unknown): unknown {
  return typeof parameter === 'object' && parameter !== null && 'timeout' in parameter
    ? { ...parameter, timeout: times * Number(parameter.timeout) }
    : parameter
}

function widenPostgres(): void {
  class Pool extends pg.Pool {
    constructor(config?: pg.PoolConfig) {
      super(widenConfig(config))
    }
  }
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(typeof config === 'string' ? config : widenConfig(config))
    }
  }
  Object.assign(pg, { Pool, Client })
}

const postgresLimits = [
  'connectionTimeoutMillis',
  'query_timeout',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
] as const

function widenConfig(config: pg.PoolConfig = {}): pg.PoolConfig {
  const limits = postgresLimits.map((name) => [name, times * Number(config[name] ?? 0)])
  return { ...config, ...Object.fromEntries(limits) }
}
