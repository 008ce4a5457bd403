let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a task when no other one of this kind runs, in this tab or in another. Browsers withhold locks
 * from pages without TLS, and refuse them where they refuse storage; there only this tab takes turns.
 */
export async function inSendingTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return inTurnOfTab(task)
  let isBegun = false
  const begin = (): Promise<Result> => {
    isBegun = true
    return task()
  }
  try {
    return await navigator.locks.request('team-listings', begin)
  } catch (error) {
    if (isBegun) throw error
    return inTurnOfTab(task)
  }
}

function inTurnOfTab<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = latest.then(task)
  latest = turn.catch(() => undefined)
  return turn
}
