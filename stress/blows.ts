import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '#test/postgres.ts'
import type { RunningProduct } from '#test/product.ts'
import type { Random } from '#test/random.ts'

/** Ends the server or Postgres at once, and returns after how many milliseconds all was ready again. */
export type Blow = () => Promise<number>

/** What a run strikes at. Without `postgres` only the server dies. */
export interface Struck {
  readonly product: RunningProduct
  readonly postgres: PostgresServer | null
  readonly random: Random
}

/** kill -9 of the server and of Postgres, where there is one, in turn. */
export function planBlows({ product, postgres, random }: Struck, count: number): readonly Blow[] {
  return Array.from({ length: count }, (_, turn) =>
    postgres && turn % 2 === 1
      ? () => crashDatabase(postgres, product, random)
      : () => killServer(product),
  )
}

/** So many of both, shuffled, at random moments. Returns how long each took. */
export async function strikeAtRandom(
  { product, postgres, random }: Struck,
  kills: number,
  crashes: number,
): Promise<readonly number[]> {
  const crash = postgres && (() => crashDatabase(postgres, product, random))
  const blows = random.shuffle([
    ...Array.from({ length: kills }, () => () => killServer(product)),
    ...(crash ? Array.from({ length: crashes }, () => crash) : []),
  ])
  const readyMilliseconds: number[] = []
  for (const strike of blows) {
    await sleep(20 + random.below(380))
    readyMilliseconds.push(await strike())
  }
  return readyMilliseconds
}

/** Returns how long it took until the server was ready again. */
export async function killServer(product: RunningProduct): Promise<number> {
  await product.killServer()
  const startedAt = performance.now()
  await product.startServer()
  return performance.now() - startedAt
}

/** Returns how long it took, once Postgres was back, until the server was ready again by itself. */
async function crashDatabase(
  postgres: PostgresServer,
  { origin }: RunningProduct,
  random: Random,
): Promise<number> {
  await postgres.crash()
  await sleep(random.below(500))
  await postgres.start()
  const startedAt = performance.now()
  while (!(await isReady(origin))) await sleep(20)
  return performance.now() - startedAt
}

async function isReady(origin: string): Promise<boolean> {
  // Nothing restarts it here: it has to survive.
  const answer = await fetch(`${origin}/readyz`).catch((cause: unknown) => {
    throw new Error('the server died of its database', { cause })
  })
  await answer.arrayBuffer()
  return answer.ok
}
