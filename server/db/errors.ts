/** SQLSTATE classes that say "not now": connection lost, shutting down, starting, out of connections. */
const unavailableStates = /^(08|57P0|53300)/
const unavailableSystemCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const unavailableMessages =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|cannot use a pool|driver has already been destroyed/i

/** Whether the database cannot be reached now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = errorCode(error)
  return (
    unavailableStates.test(code) ||
    unavailableSystemCodes.has(code) ||
    unavailableMessages.test(error.message)
  )
}

/** Whether a unique index refused a row. SQLSTATE 23505. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === '23505'
}

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
