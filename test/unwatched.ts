import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'

/** Asks providers with nobody looking on, in tests of one provider alone. */
export const unwatched: CallInstrumentation = {
  headers: () => ({}),
  watch: (_operation, ask) => ask(() => undefined),
}
