/** Looks on while a provider is asked: counts, measures, logs, and gives the question an id. */
export interface CallInstrumentation {
  /** What goes along with each request, so that the provider's own log leads to ours. */
  headers(): Readonly<Record<string, string>>
  /** Watches one question. What it rejects with goes through. */
  watch<Answer extends { readonly outcome: string }>(
    operation: string,
    ask: (noteReference: NoteReference) => Promise<Answer>,
  ): Promise<Answer>
}

/** Takes down the provider's own id of a request; null when it tells none. */
export type NoteReference = (reference: string | null | undefined) => void
