let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a task when no other one of this kind runs, in this tab or in another. Browsers withhold locks
 * from pages without TLS; there only this tab takes turns.
 */
export function inSendingTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request('team-listings', task)
  const turn = latest.then(task)
  latest = turn.catch(() => undefined)
  return turn
}
