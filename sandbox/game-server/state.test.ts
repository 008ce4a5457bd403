import { expect, test } from 'vitest'
import { createGameServer, someGameServer } from './state.ts'

test('the day passes four times as fast as ours, over midnight as well', () => {
  let nowMs = 0
  const gameServer = createGameServer(someGameServer, () => nowMs)
  expect(gameServer.state().gameTime).toBe('14:20')
  nowMs += 15_000
  expect(gameServer.state().gameTime).toBe('14:21')
  gameServer.change({ gameTime: '23:58' })
  nowMs += 30_000
  expect(gameServer.state().gameTime).toBe('00:00')
})

test('other changes do not affect the time of day', () => {
  let nowMs = 0
  const gameServer = createGameServer(someGameServer, () => nowMs)
  nowMs += 60_000
  gameServer.change({ players: 1 })
  expect(gameServer.state()).toMatchObject({ players: 1, gameTime: '14:24' })
})
