import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { buyingPath, soldItem, steamIds } from '#bench/skin-shop.ts'

const program = path.join(import.meta.dirname, 'hear.ts')
const times = z.array(z.number())

/** Open event streams, held by another process. */
export interface Listeners {
  /** Somebody buys a skin: how many milliseconds later each of the streams had heard of it. */
  readonly hearPurchase: () => Promise<readonly number[]>
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
    hearPurchase: async () => {
      const heard = answer()
      child.send('buy')
      return times.parse(await heard)
    },
    leave: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
