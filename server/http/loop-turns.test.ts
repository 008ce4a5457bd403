import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

test('work for many pages is done in its order, and others are served in between', async () => {
  const takeTurn = createLoopTurns()
  const done: number[] = []
  for (let page = 0; page < 1000; page += 1) takeTurn(() => done.push(page))
  expect(done).toEqual([])
  const counts = new Set<number>()
  while (done.length < 1000) {
    await new Promise((resolve) => setImmediate(resolve))
    counts.add(done.length)
  }
  expect(counts.size).toBeGreaterThan(3)
  expect(done).toEqual(Array.from({ length: 1000 }, (_, page) => page))
})
