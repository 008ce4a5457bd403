type Cleanup = () => Promise<unknown>

const cleanups: Cleanup[] = []

/**
 * Runs a cleanup when the suite on a database ends, the newest first: whatever uses a database is
 * stopped before its files are deleted. Also works inside a hook, where vitest ignores `afterAll`.
 */
export function cleanUpLater(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/** Runs all cleanups even when one fails, then throws the failures. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  for (const cleanup of cleanups.splice(0).toReversed()) {
    await cleanup().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'could not clean up')
}
