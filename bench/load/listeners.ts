import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { buyingPath, soldItem, steamIds } from '#bench/skin-shop.ts'

const program = path.join(import.meta.dirname, 'receive-events.ts')
const times = z.array(z.number())

/** Open event streams, held by another process. */
export interface Listeners {
  /** Buys a skin and returns how many milliseconds later each stream got the event. */
  readonly measurePurchase: () => Promise<readonly number[]>
  readonly leave: () => Promise<void>
}

export async function openListeners(port: number, streams: number): Promise<Listeners> {
  const { id, name, price } = soldItem
  const body = { steamId: steamIds[0], itemName: name, itemPrice: price, itemId: id }
  const task = { port, streams, purchase: { path: buyingPath, body } }
  const child = fork(program, [JSON.stringify(task)])
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the streams ended: ${code}`)))
  })
  failed.catch(() => undefined)
  const answer = async (): Promise<unknown> => {
    const [message]: unknown[] = await Promise.race([once(child, 'message'), failed])
    return message
  }
  await answer()
  return {
    measurePurchase: async () => {
      const received = answer()
      child.send('buy')
      return times.parse(await received)
    },
    leave: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
