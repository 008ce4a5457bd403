const lostDatabase: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])
/** Of PostgreSQL: authorization, and databases that are not there. */
const refusedByDatabase = /^(?:28\w{3}|3D000|42501)$/

/** Which setting to look at when the product could not start, and how; null when the log says all there is. */
export function startAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code: unknown = Reflect.get(error, 'code')
  if (Reflect.get(error, 'syscall') === 'listen') return listenAdvice(code, error)
  if (typeof code === 'string' && refusedByDatabase.test(code)) {
    return `DATABASE_URL leads to a database that does not let us in (${error.message}): check its user, password and name.`
  }
  if (error.message.startsWith('corrupted migrations')) {
    return 'The database is of a newer version of the product: start that one, or restore the backup from before it.'
  }
  // A socket that is not there; files and folders have the same code.
  const isNoSocket = code === 'ENOENT' && Reflect.get(error, 'syscall') === 'connect'
  const isLost = isNoSocket || lostDatabase.has(code) || /connection timeout/i.test(error.message)
  return isLost
    ? `DATABASE_URL leads to no database (${typeof code === 'string' ? code : error.message}): check its host and port, and whether it runs.`
    : null
}

function listenAdvice(code: unknown, error: Error): string | null {
  const port = String(Reflect.get(error, 'port'))
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program: stop it, or set another PORT.`
  }
  if (code === 'EACCES') return `PORT ${port} is not for this user: set one above 1023.`
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine: leave it at 127.0.0.1.'
  return null
}
