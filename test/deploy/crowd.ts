import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpsVisitor } from './https-visitor.ts'

export interface Skin {
  readonly id: string
  readonly name: string
  readonly price: number
}

const pauseMilliseconds = 20

/** People who read pages and buy a skin each round, until they are stopped. */
export interface Crowd {
  /** Resolves when everybody has their last answer. */
  readonly stop: () => Promise<CrowdRecord>
}

export interface CrowdRecord {
  /** Answers other than 200, in words. */
  readonly failures: readonly string[]
  /** The keys of all attempted purchases. */
  readonly keys: readonly string[]
  readonly readings: number
}

export function startCrowd(
  visitors: readonly HttpsVisitor[],
  purchase: { readonly steamId: string; readonly skin: Skin },
): Crowd {
  const failures: string[] = []
  const keys: string[] = []
  let readings = 0
  const closing = new AbortController()
  const note = (what: string) => (failure: unknown) => failures.push(`${what}: ${String(failure)}`)
  const round = async (visitor: HttpsVisitor): Promise<void> => {
    for (const path of ['/', '/api/shop-items', '/api/krypto-packs']) {
      await visitor.get(path).then(
        ({ status }) => {
          if (status !== 200) failures.push(`GET ${path}: ${status}`)
        },
        note(`GET ${path}`),
      )
      readings += 1
    }
    const key = randomUUID()
    keys.push(key)
    await buy(visitor, { ...purchase, key }).then(({ status, text }) => {
      if (status !== 200) failures.push(`purchase: ${status} ${text}`)
    }, note('purchase'))
  }
  const all = visitors.map(async (visitor) => {
    while (!closing.signal.aborted) {
      await round(visitor)
      await sleep(pauseMilliseconds)
    }
  })
  return {
    stop: async () => {
      closing.abort()
      await Promise.all(all)
      return { failures, keys, readings }
    },
  }
}

export function buy(
  visitor: HttpsVisitor,
  { steamId, skin, key }: { steamId: string; skin: Skin; key: string },
) {
  const body = { steamId, itemId: skin.id, itemName: skin.name, itemPrice: skin.price }
  return visitor.post('/functions/v1/process-krypto-skin-purchase', body, {
    'idempotency-key': key,
  })
}
