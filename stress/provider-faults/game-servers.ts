import { setTimeout as sleep } from 'node:timers/promises'
import { createGameServer } from '#server/app/open-providers.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import { poll } from '#server/services/server-status/polling.ts'
import type { TestShop } from '#test/shop.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'

const readings = 3
const players = 17
/** Until the new status has reached the cached answer. */
const mostLooks = 100
const pauseMilliseconds = 100

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
  return [isShown, outcome === 'told'].filter((isRight) => !isRight).length
}

async function isPlayersShown(shop: TestShop): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const { body } = await shop.visitor().get('/api/server-status')
    if (body['players'] === players && body['stale'] === false) return true
    await sleep(pauseMilliseconds)
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
