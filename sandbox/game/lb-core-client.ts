import { setTimeout as sleep } from 'node:timers/promises'
import { lbCoreCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/fake-provider.ts'
import type { LbCoreMod } from './lb-core-mod.ts'

/** LB Core's calls to the product: it asks for a request, does it, sends the answer, and asks again. */
export interface LbCoreClient {
  isAsking(): boolean
  turn(on: boolean): void
}

const gamePort = 2302
/** As long as DayZ reads. */
const timeoutMs = 10_000
/** The real one asks again at once; here the product is starting or restarting. */
const pauseMs = 500

export function createLbCoreClient(
  { productOrigin, faults, log }: SandboxContext,
  mod: LbCoreMod,
): LbCoreClient {
  let asking: AbortController | null = null
  const address = `${productOrigin}/api/lb/${lbCoreCredentials.token}`

  async function post(call: string, id: number, body: string, signal: AbortSignal) {
    try {
      const response = await fetch(`${address}/${call}?id=${id}&port=${gamePort}`, {
        method: 'POST',
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const text = await response.text()
      return response.ok ? text : null
    } catch {
      return null
    }
  }

  async function askAlways(signal: AbortSignal): Promise<void> {
    // It counts anew after each start.
    for (let id = 1; !signal.aborted; id += 1) {
      const text = await post('poll', id, '', signal)
      const answer = text === null || signal.aborted ? null : mod.handle(text)
      if (answer !== null) {
        const isLost = faults.take('lb-core', 'answer-lost')
        log.add('lb-core', {
          kind: 'request',
          method: 'POST',
          path: /"route":"([^"]*)"/.exec(text ?? '')?.[1] ?? '',
          status: Number(/"code":(\d+)/.exec(answer)?.[1]),
          ...(isLost && { fault: 'answer-lost' }),
        })
        if (!isLost) await post('response', id, answer, signal)
      } else if (text === null || text === '') {
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return {
    isAsking: () => asking !== null,
    turn(on) {
      if (on === (asking !== null)) return
      asking?.abort()
      asking = on ? new AbortController() : null
      if (asking) void askAlways(asking.signal)
    },
  }
}
