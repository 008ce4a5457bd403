/** SQLSTATE of temporary failures: connection lost, shutdown, startup, too many connections. */
const unavailableStates = /^(08|57P0|53300)/
const uniqueViolation = '23505'
/** System calls of a connection; errors of files have the same codes. */
const connectionCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'read', 'write'])
export const unavailableSystemCodes: ReadonlySet<string> = new Set([
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
    isLostConnection(error) ||
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

/** Whether the system could not reach Postgres. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isLostConnection)
  const [code, call] = [textMember(error, 'code'), textMember(error, 'syscall')]
  // A Postgres on a local socket: its file is missing while Postgres restarts.
  if (code === 'ENOENT') return call === 'connect'
  return unavailableSystemCodes.has(code) && connectionCalls.has(call)
}

/** Of an error that the system or Postgres caused; empty for any other. */
export function textMember(error: Error, name: 'code' | 'constraint' | 'syscall'): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
