import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'

/** Calls without instrumentation, for tests of a single provider. */
export const unwatched: CallInstrumentation = {
  headers: () => ({}),
  watch: (_operation, ask) => ask(() => undefined),
}
