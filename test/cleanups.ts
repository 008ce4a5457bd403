type Cleanup = () => Promise<unknown>

const cleanups: Cleanup[] = []

/**
 * Does this when the suite on a database ends, the newest first: what runs on a database is stopped
 * before its files go. Works inside a hook too, where vitest does not hear `afterAll`.
 */
export function cleanUpLater(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/** Does all of it, also when one part fails. Throws what failed. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  for (const cleanup of cleanups.splice(0).toReversed()) {
    await cleanup().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'could not clean up')
}
