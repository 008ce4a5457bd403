import { ApiProblem, readAnswer } from '#web/api/client.ts'

export interface SendOptions {
  readonly idempotencyKey?: string
  /** How much of it is on its way, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Ends it: nothing is waited for any more. */
  readonly signal: AbortSignal
}

const silenceMs = 60_000

/**
 * Sends a form with a file. An XMLHttpRequest, because `fetch` does not tell how far it is. However
 * slow the line, it goes on as long as something moves.
 * @throws {ApiProblem} for every refusal, and when no answer comes.
 */
export function sendForm<Answer>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  { idempotencyKey, onProgress, signal }: SendOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let silence = setTimeout(() => fail('timeout'), silenceMs)

    function hearSomething(): void {
      clearTimeout(silence)
      silence = setTimeout(() => fail('timeout'), silenceMs)
    }
    function end(): void {
      clearTimeout(silence)
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
      hearSomething()
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('error', () => fail('network_error'))
    request.addEventListener('load', () => {
      end()
      const { status, responseText } = request
      try {
        const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || null
        const ok = status >= 200 && status < 300
        const answer: Answer = readAnswer({ ok, status, text: responseText, retryAfterSeconds })
        resolve(answer)
      } catch (problem) {
        reject(problem)
      }
    })
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.send(form)
  })
}
