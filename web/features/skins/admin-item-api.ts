import { addressOf } from '#contract/endpoint.ts'
import { addShopItem, changeShopItem } from '#contract/skins.ts'
import { lockIfForbidden } from '#web/admin-kit/session.ts'
import { ApiProblem, parseAnswer } from '#web/app/api-client.ts'

/** The fields of an item to save. With null the item keeps its picture. */
export interface ItemFields {
  readonly name: string
  readonly price: number
  readonly image: File | null
}

function toForm({ name, price, image }: Partial<ItemFields>): FormData {
  const form = new FormData()
  if (name !== undefined) form.set('name', name)
  if (price !== undefined) form.set('price', String(price))
  if (image) form.set('image', image)
  return form
}

interface SendOptions {
  readonly idempotencyKey?: string
  /** The share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Aborts the request. */
  readonly signal: AbortSignal
}

const idleTimeoutMs = 60_000

/**
 * Adds an item to the skin shop, or changes one: omitted fields keep their values. An
 * XMLHttpRequest, because `fetch` does not report progress. On a slow line it continues as long as
 * any data moves.
 * @throws {ApiProblem} for every error of the server, and when no response arrives.
 */
export function sendItem(
  itemId: string | null,
  fields: Partial<ItemFields>,
  { idempotencyKey, onProgress, signal }: SendOptions,
): Promise<void> {
  const call = new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let idleTimer = setTimeout(() => fail('timeout'), idleTimeoutMs)

    function restartIdleTimer(): void {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => fail('timeout'), idleTimeoutMs)
    }
    function end(): void {
      clearTimeout(idleTimer)
      signal.removeEventListener('abort', stop)
    }
    function fail(code: 'timeout' | 'network_error'): void {
      end()
      request.abort()
      reject(new ApiProblem(code, 0))
    }
    function stop(): void {
      fail('network_error')
    }

    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartIdleTimer()
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('error', () => fail('network_error'))
    request.addEventListener('load', () => {
      end()
      const { status, responseText } = request
      try {
        const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || null
        const ok = status >= 200 && status < 300
        parseAnswer(addShopItem.answer, { ok, status, text: responseText, retryAfterSeconds })
        resolve()
      } catch (problem) {
        reject(problem)
      }
    })
    if (itemId === null) request.open(addShopItem.method, addShopItem.path)
    else request.open(changeShopItem.method, addressOf(changeShopItem, { params: { id: itemId } }))
    request.setRequestHeader('accept', 'application/json')
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.send(toForm(fields))
  })
  return lockIfForbidden(call)
}
