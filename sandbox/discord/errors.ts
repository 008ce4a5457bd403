/** Bodies of Discord's API errors, https://docs.discord.com/developers/reference#error-messages */
export interface FieldFault {
  /** Where in the body, for example `['embeds', 0, 'title']`. */
  readonly path: readonly PropertyKey[]
  readonly code: string
  readonly message: string
}

export function discordError(status: number, code: number, message: string): Response {
  return Response.json({ message, code }, { status })
}

export function unauthorized(): Response {
  return discordError(401, 0, '401: Unauthorized')
}

/** 400 with code 50035: each fault is under its path as `_errors`. */
export function invalidFormBody(faults: readonly FieldFault[]): Response {
  const root = newNode()
  for (const fault of faults) {
    const node = fault.path.reduce((parent, key) => descend(parent, String(key)), root)
    node.faults.push({ code: fault.code, message: fault.message })
  }
  return Response.json(
    { message: 'Invalid Form Body', code: 50035, errors: writeNode(root) },
    { status: 400 },
  )
}

interface ErrorNode {
  readonly faults: { code: string; message: string }[]
  readonly children: Map<string, ErrorNode>
}

function newNode(): ErrorNode {
  return { faults: [], children: new Map() }
}

function descend(parent: ErrorNode, key: string): ErrorNode {
  const child = parent.children.get(key) ?? newNode()
  parent.children.set(key, child)
  return child
}

function writeNode({ faults, children }: ErrorNode): Record<string, unknown> {
  const members = [...children].map(([key, child]) => [key, writeNode(child)])
  return { ...(faults.length > 0 && { _errors: faults }), ...Object.fromEntries(members) }
}

/** The body of every rate limit; `retryAfterSeconds` may be a fraction. */
export function rateLimited(
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    {
      message: 'You are being rate limited.',
      retry_after: retryAfterSeconds,
      global: false,
      code: 0,
    },
    {
      status: 429,
      headers: {
        ...headers,
        'Retry-After': String(Math.ceil(retryAfterSeconds)),
        'X-RateLimit-Scope': 'shared',
      },
    },
  )
}

/** Webhook messages that Discord accepts per window; real limits vary, so no client may rely on them. */
const usualLimit = 5
const windowMs = 2000

export interface RateLimit {
  /** Counts a call; `retryAfterSeconds` is null when it may pass. */
  take(): { readonly retryAfterSeconds: number | null; readonly headers: Record<string, string> }
  clear(): void
}

export function createRateLimit(
  bucket: string,
  limit = usualLimit,
  now = (): number => Date.now(),
): RateLimit {
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
