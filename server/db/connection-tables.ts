import type { Generated } from 'kysely'
import type { ConnectionFaultCode, ConnectionProvider } from '#domain/connection-faults.ts'

/** A fault of a connection stays, with the time of its end, until it comes back. */
export interface ConnectionFaultsTable {
  id: Generated<string>
  provider: ConnectionProvider
  code: ConnectionFaultCode
  /** The calls that met it, and were not good since. */
  operations: string[]
  detail: string
  since: Date
  last_at: Date
  cleared_at: Date | null
}
