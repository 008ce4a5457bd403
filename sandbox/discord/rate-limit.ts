/** Webhook messages that Discord accepts per window; real limits vary, so no client may rely on them. */
const limit = 5
const windowMs = 2000

export interface RateLimit {
  /** Counts a call; `retryAfterSeconds` is null when it may pass. */
  take(): { readonly retryAfterSeconds: number | null; readonly headers: Record<string, string> }
  clear(): void
}

export function createRateLimit(bucket: string, now = (): number => Date.now()): RateLimit {
  let windowStartMs = 0
  let used = 0
  return {
    take() {
      if (now() - windowStartMs >= windowMs) {
        windowStartMs = now()
        used = 0
      }
      const allowed = used < limit
      if (allowed) used += 1
      const resetAfterSeconds = (windowStartMs + windowMs - now()) / 1000
      return {
        retryAfterSeconds: allowed ? null : resetAfterSeconds,
        headers: {
          'X-RateLimit-Limit': String(limit),
          'X-RateLimit-Remaining': String(limit - used),
          'X-RateLimit-Reset': String((windowStartMs + windowMs) / 1000),
          'X-RateLimit-Reset-After': String(resetAfterSeconds),
          'X-RateLimit-Bucket': bucket,
        },
      }
    },
    clear() {
      windowStartMs = 0
      used = 0
    },
  }
}
