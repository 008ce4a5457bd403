import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'

/** Calls without instrumentation, for tests of a single provider. */
export const noInstrumentation: CallInstrumentation = {
  headers: () => ({}),
  watch: (_operation, call) => call(() => undefined),
}
