import { isLostConnection, textMember, unavailableSystemCodes } from '#server/db/errors.ts'

/** PostgreSQL's codes for failed authorization and missing databases. */
const refusedByDatabase = /^(?:28\w{3}|3D000|42501)$/

/** Which setting to check when the product could not start; null when the log already says enough. */
export function startAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = textMember(error, 'code')
  if (textMember(error, 'syscall') === 'listen') return listenAdvice(code, error)
  if (refusedByDatabase.test(code)) {
    return `DATABASE_URL names a database that refuses the connection (${error.message}): check its user, password and name.`
  }
  if (error.message.startsWith('unsupported startup parameter')) {
    return `DATABASE_URL leads to a pooler of connections that refuses our limits (${error.message}): use the database’s direct address, or session mode with statement_timeout and idle_in_transaction_session_timeout among its ignore_startup_parameters.`
  }
  // The first migration of the databases that no version from 1.0.0 on can upgrade.
  if (/^corrupted migrations.*\b0001_sign_in\b/.test(error.message)) {
    return 'The database is from before version 1.0.0, which cannot upgrade it: move the folder of DATA_DIR away, or name a new database in DATABASE_URL, to start on an empty one.'
  }
  if (error.message.startsWith('corrupted migrations')) {
    return 'A newer version of the product has changed the database: start that version, or restore the backup from before it.'
  }
  // A TLS handshake that the other side ends names no system call.
  const isEndedHandshake = unavailableSystemCodes.has(code) && textMember(error, 'syscall') === ''
  return isLostConnection(error) || isEndedHandshake || /connection timeout/i.test(error.message)
    ? `DATABASE_URL cannot be reached (${code || error.message}): check its host and port, and whether it runs.`
    : null
}

function listenAdvice(code: string, error: Error): string | null {
  const port = String(Reflect.get(error, 'port'))
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program: stop it, or set another PORT.`
  }
  if (code === 'EACCES')
    return `PORT ${port} needs more rights than this user has: set one above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine: leave it at 127.0.0.1.'
  return null
}
