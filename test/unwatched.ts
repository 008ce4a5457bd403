import type { CallWatch } from '#server/providers/watch-calls.ts'

/** Asks providers with nobody looking on, in tests of one provider alone. */
export const unwatched: CallWatch = {
  headers: () => ({}),
  watch: (_operation, ask) => ask(() => undefined),
}
