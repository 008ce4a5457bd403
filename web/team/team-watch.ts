import { heedNews } from './listing-copies.ts'
import { subscribeToTeamListings } from '#web/realtime.ts'
import { readOwn } from './own-reading.ts'
import { sendOutbox } from './send-outbox.ts'

let watchers = 0
let stopWatching = (): void => undefined

/**
 * Sends what waits and keeps the copies of this device up to date, as long as a team page is open;
 * answers the function that ends it.
 */
export function watchTeam(): () => void {
  watchers += 1
  if (watchers === 1) stopWatching = watch()
  return () => {
    watchers -= 1
    if (watchers === 0) stopWatching()
  }
}

function watch(): () => void {
  const stop = subscribeToTeamListings((event) => {
    if (event === null || heedNews(event)) void readOwn()
  })
  addEventListener('online', catchUp)
  catchUp()
  return () => {
    stop()
    removeEventListener('online', catchUp)
  }
}

function catchUp(): void {
  void sendOutbox()
  void readOwn()
}
