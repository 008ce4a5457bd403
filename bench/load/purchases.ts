import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.join(import.meta.dirname, 'generate.ts')
const secondsEach = 5

export interface Load {
  /** The processes that the clients are spread over. */
  readonly ports: readonly number[]
  readonly path: string
  readonly clients: number
  readonly steamIds: readonly string[]
  readonly item: { readonly id: string; readonly name: string; readonly price: number }
}

/** Purchases per second. Throws when one was refused. */
export async function measurePurchases(load: Load): Promise<number> {
  const task = JSON.stringify({ seconds: secondsEach, ...load })
  const { stdout } = await promisify(execFile)(process.execPath, [program, task])
  return Number(stdout)
}
