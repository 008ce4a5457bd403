import { setTimeout as sleep } from 'node:timers/promises'

/** Something that was opened and has to be closed. */
export interface Opened {
  readonly name: string
  readonly close: () => Promise<unknown>
  /** After this time the others are closed all the same. */
  readonly patienceMilliseconds: number
}

/**
 * Closes in the order given, one after the other. One that fails or hangs, as when its database is
 * away, stands in no other's way; at the end it is named by the rejection.
 */
export async function closeInOrder(opened: readonly Opened[]): Promise<void> {
  const faults: Error[] = []
  for (const one of opened) {
    try {
      await closeInTime(one)
    } catch (error) {
      faults.push(new Error(`${one.name} did not close properly`, { cause: error }))
    }
  }
  if (faults.length > 0) {
    throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
  }
}

async function closeInTime({ close, patienceMilliseconds }: Opened): Promise<void> {
  const closed = new AbortController()
  const tooLate = sleep(patienceMilliseconds, undefined, { signal: closed.signal }).then(
    () => Promise.reject(new Error(`not within ${patienceMilliseconds} ms`)),
    () => undefined,
  )
  try {
    await Promise.race([close(), tooLate])
  } finally {
    closed.abort()
  }
}
