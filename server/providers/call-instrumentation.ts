import type { ConnectionFaultCode, ConnectionProvider } from '#domain/connection-faults.ts'

/** The result of a call; with `fault` when only a change of our settings or account there helps. */
export interface ConnectionResult {
  readonly outcome: string
  readonly fault?: ConnectionFaultCode | undefined
  readonly detail?: string | undefined
}

/** Records what a result says about the connection to its provider. Never rejects. */
export type NoteConnection = (
  provider: ConnectionProvider,
  operation: string,
  result: ConnectionResult,
) => Promise<void>

/** Counts, measures and logs the calls to a provider, notes its faults, and gives each call an id. */
export interface CallInstrumentation {
  /** Headers for each request, so that the provider's log entries lead to ours. */
  headers(): Readonly<Record<string, string>>
  /** Runs one call. Its rejections pass through. */
  watch<Answer extends ConnectionResult>(
    operation: string,
    call: (noteReference: NoteReference) => Promise<Answer>,
  ): Promise<Answer>
}

/** Why a call failed. `fetch` puts the reason of a lost connection into the error's cause. */
export function failureDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'timeout'
  const { message, cause } = error
  if (!(cause instanceof Error)) return message
  // Of several addresses, of which none answered, only the code is left.
  return `${message}: ${cause.message || ('code' in cause ? String(cause.code) : cause.name)}`
}

/** Records the provider's own id of a request; null when it has none. */
export type NoteReference = (reference: string | null | undefined) => void
