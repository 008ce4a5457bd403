/** Counts, measures and logs the calls to a provider, and gives each an id. */
export interface CallInstrumentation {
  /** Headers for each request, so that the provider's log entries lead to ours. */
  headers(): Readonly<Record<string, string>>
  /** Runs one call. Its rejections pass through. */
  watch<Answer extends { readonly outcome: string }>(
    operation: string,
    call: (noteReference: NoteReference) => Promise<Answer>,
  ): Promise<Answer>
}

/** Records the provider's own id of a request; null when it has none. */
export type NoteReference = (reference: string | null | undefined) => void
