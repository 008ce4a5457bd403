/** Answers whether the work may go on. */
type Renew = () => Promise<boolean>

const renewPauseMilliseconds = 5000

/**
 * Stops work that makes no progress for so long, instead of work that takes long: a slow line may need
 * minutes for what a fast one does at once. Progress counts once `renew` has allowed the work to go on.
 */
export function watchProgress(
  longestSilenceMilliseconds: number,
  renew: Renew = () => Promise.resolve(true),
) {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  let silence: AbortSignal | null = null
  const allow = () => {
    const limit = AbortSignal.timeout(longestSilenceMilliseconds)
    limit.addEventListener('abort', () => limit === silence && stop())
    silence = limit
  }
  allow()
  let renewedAt = performance.now()
  const onProgress = () => {
    const now = performance.now()
    if (now - renewedAt < renewPauseMilliseconds) return
    renewedAt = now
    renew().then(
      (mayGoOn) => {
        if (!mayGoOn) stop()
        // What was allowed long ago may have ended.
        else if (silence && performance.now() - now < renewPauseMilliseconds) allow()
      },
      // The database is away, so the work ends unless a later try succeeds.
      () => undefined,
    )
  }
  return { stopped: stopping.signal, onProgress, end: () => void (silence = null) }
}
