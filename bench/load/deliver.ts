import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'

const program = path.join(import.meta.dirname, 'post-all.ts')

export interface Delivery {
  readonly port: number
  readonly path: string
  readonly clients: number
  readonly requests: readonly {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
}

/** Posts each request once, from another process; returns the seconds until all were answered 204. */
export async function deliverAll(delivery: Delivery): Promise<number> {
  const child = fork(program)
  const ended = once(child, 'exit').then(() => {
    throw new Error('not all was delivered')
  })
  ended.catch(() => undefined)
  child.send(delivery)
  const [seconds]: unknown[] = await Promise.race([once(child, 'message'), ended])
  child.kill()
  return z.number().parse(seconds)
}
