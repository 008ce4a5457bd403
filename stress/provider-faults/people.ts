import { setTimeout as sleep } from 'node:timers/promises'
import { createGameServer } from '#server/app/open-providers.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import { poll } from '#server/services/server-status/polling.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { type Random, someAddress } from '#test/random.ts'
import type { TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

/** The answers that people got during a provider's fault. */
export interface Reception {
  readonly answers: number
  /** Refused for now because of the provider. */
  readonly comeAgain: number
  /** Answers that are neither a result nor a clear 503, in words. */
  readonly unclear: readonly string[]
  readonly slowestMilliseconds: number
}

export interface People {
  /** A new visitor from a new network. */
  readonly somebody: () => Visitor
  /** Repeats an attempt, as a person does, until it succeeds. */
  readonly retryCall: <Result>(attempt: () => Promise<Result | null>) => Promise<Result>
  readonly reception: () => Reception
}

const pauseMilliseconds = 300
/** Only against endless waiting. */
const mostAttempts = 300

export function createPeople(shop: TestShop, random: Random): People {
  const counts = { answers: 0, comeAgain: 0, slowestMilliseconds: 0 }
  const unclear: string[] = []

  async function watched(what: string, send: () => Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now()
    const answer = await send()
    counts.slowestMilliseconds = Math.max(counts.slowestMilliseconds, performance.now() - startedAt)
    counts.answers += 1
    if (isComeAgain(answer)) counts.comeAgain += 1
    else if (answer.status >= 500) {
      unclear.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }

  return {
    somebody: () => {
      const visitor = shop.visitor()
      const from = { 'x-forwarded-for': someAddress(random) }
      return {
        cookies: visitor.cookies,
        get: (path, headers) => watched(path, () => visitor.get(path, { ...from, ...headers })),
        post: (path, body, headers) =>
          watched(path, () => visitor.post(path, body, { ...from, ...headers })),
        put: (path, body, headers) =>
          watched(path, () => visitor.put(path, body, { ...from, ...headers })),
        patch: (path, body, headers) =>
          watched(path, () => visitor.patch(path, body, { ...from, ...headers })),
        delete: (path, headers) =>
          watched(path, () => visitor.delete(path, { ...from, ...headers })),
        deleteWith: (path, body, headers) =>
          watched(path, () => visitor.deleteWith(path, body, { ...from, ...headers })),
      }
    },
    retryCall: async (attempt) => {
      for (let attempts = 1; ; attempts += 1) {
        const result = await attempt()
        if (result !== null) return result
        if (attempts === mostAttempts) throw new Error('never done')
        await sleep(pauseMilliseconds)
      }
    },
    reception: () => ({ ...counts, unclear }),
  }
}

function isComeAgain({ status, headers, body }: Answer): boolean {
  return (
    (status === 502 || status === 503) &&
    headers.get('content-type') === 'application/problem+json' &&
    typeof body['code'] === 'string' &&
    typeof body['message'] === 'string'
  )
}

const readings = 3
const players = 17
/** Until the new status has reached the cached answer. */
const mostLooks = 100
const betweenReadingsMilliseconds = 100

const never = new AbortController().signal

/** Reads both kinds of sources a few times, whatever they answer. */
export async function readStatuses(shop: TestShop): Promise<void> {
  for (let reading = 0; reading < readings; reading += 1) {
    await askAtOnce(shop)
    await gameItself(shop).read(never)
  }
}

/** How many of the sources give a wrong status once the faults are over. */
export async function countWrongStatuses(shop: TestShop): Promise<number> {
  await shop.sandbox.changeServer({ players })
  await askAtOnce(shop)
  const isShown = await isPlayersShown(shop)
  const { outcome } = await gameItself(shop).read(never)
  return [isShown, outcome === 'ok'].filter((isRight) => !isRight).length
}

async function isPlayersShown(shop: TestShop): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const { body } = await shop.visitor().get('/api/server-status')
    if (body['players'] === players && body['stale'] === false) return true
    await sleep(betweenReadingsMilliseconds)
  }
  return false
}

function gameItself({ sandbox }: TestShop): GameServer {
  const { hostname, port } = new URL(sandbox.origin)
  return createGameServer({ source: 'a2s', host: hostname, port: Number(port) }, noInstrumentation)
}

/** Reads the shop's source, ignoring its rate limit. */
async function askAtOnce({ services }: TestShop): Promise<void> {
  const { database, gameServer } = services
  if (!gameServer) throw new Error('no game server is polled')
  await database.db
    .updateTable('game_server_status')
    .set({ next_ask_at: new Date(0) })
    .execute()
  await poll(services, gameServer, never)
}
