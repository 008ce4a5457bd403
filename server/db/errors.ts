/** SQLSTATE of temporary failures: connection lost, shutdown, startup, too many connections. */
const unavailableStates = /^(08|57P0|53300)/
const uniqueViolation = '23505'
/** System calls of a connection; errors of files have the same codes. */
const connectionCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'read', 'write'])
const unavailableSystemCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const unavailableMessages =
  /connection terminated|silent connection|connection error and is not queryable|timeout exceeded when trying to connect|cannot use a pool|driver has already been destroyed/i

/** Whether the database is unreachable for the moment, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = textMember(error, 'code')
  return (
    unavailableStates.test(code) ||
    isLostConnection(code, textMember(error, 'syscall')) ||
    unavailableMessages.test(error.message)
  )
}

/** Whether another transaction has just used the same `Idempotency-Key`. */
export function isTakenKey(error: unknown): boolean {
  return (
    error instanceof Error &&
    textMember(error, 'code') === uniqueViolation &&
    textMember(error, 'constraint') === 'idempotency_keys_pkey'
  )
}

function isLostConnection(code: string, call: string): boolean {
  // A Postgres on a local socket: its file is missing while Postgres restarts.
  if (code === 'ENOENT') return call === 'connect'
  return unavailableSystemCodes.has(code) && connectionCalls.has(call)
}

function textMember(error: Error, name: 'code' | 'constraint' | 'syscall'): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
