import { createListeners } from '#web/listeners.ts'
import { forgetAccountListings, settleOwn } from './listing-copies.ts'
import { readUserId, readUserSecret } from './maker.ts'
import { settleOwnership } from './ownership.ts'
import { inSendingTurn } from './sending-turn.ts'
import { fetchOwnListings, isOffline } from './team-api.ts'

/** Who is signed in, as far as this page knows. */
export type SessionStatus = 'unknown' | 'visitor' | 'player'

/** Whether the server has said which listings are the visitor's; `idle` when nothing is asked of it. */
export type OwnReading = 'idle' | 'reading' | 'read' | 'failed'

const { notify, subscribe } = createListeners()
let reading: OwnReading = 'idle'
let session: SessionStatus = 'unknown'

export function readOwnReading(): OwnReading {
  return reading
}

export const subscribeToOwnReading = subscribe

/** Asks the server for the visitor's listings, where there is a secret or an account that may have some. */
export async function readOwn(): Promise<void> {
  const secret = readUserSecret()
  if ((secret === null && session !== 'player') || isOffline()) return
  update('reading')
  // What is being sent would seem to be missing in an answer from before.
  const outcome = await inSendingTurn(async (): Promise<OwnReading> => {
    try {
      settleOwn(await fetchOwnListings(readUserSecret()))
      settleOwnership(true)
      return 'read'
    } catch {
      return 'failed'
    }
  })
  update(outcome)
}

/** Takes over who is signed in. An account brings its listings, and takes them away again. */
export function heedSession(status: SessionStatus): void {
  const before = session
  session = status
  // Left on another page, or run out: without a secret nothing here can be the visitor's any more.
  const isStranger = before === 'unknown' && readUserSecret() === null
  if (status === 'visitor' && (before === 'player' || isStranger)) {
    forgetAccountListings(readUserId())
    void readOwn()
  }
  // The call that brought the secret has brought the account's cookie as well.
  if (status === 'player' && (reading === 'idle' || reading === 'failed')) void readOwn()
}

function update(next: OwnReading): void {
  reading = next
  notify()
}
