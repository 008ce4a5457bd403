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

/** Records the provider's own id of a request; null when it has none. */
export type NoteReference = (reference: string | null | undefined) => void
