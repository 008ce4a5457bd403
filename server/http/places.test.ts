import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

it('gives a network its share, and again what it gave back', () => {
  const take = createPlaces({ perNetwork: 2, total: 10 })
  const giveBack = take('1.1.1.1')
  expect(take('1.1.1.1')).not.toBeNull()
  expect(take('1.1.1.1')).toBeNull()
  expect(take('2.2.2.2')).not.toBeNull()
  giveBack?.()
  expect(take('1.1.1.1')).not.toBeNull()
  expect(take('1.1.1.1')).toBeNull()
})

it.each(['127.0.0.1', '::1'])('holds all together to the total, %s too', (own) => {
  const take = createPlaces({ perNetwork: 2, total: 4 })
  const ownPlaces = [take(own), take(own), take(own)]
  expect(ownPlaces).not.toContain(null)
  expect(take('1.1.1.1')).not.toBeNull()
  expect(take('2.2.2.2')).toBeNull()
  expect(take(own)).toBeNull()
  ownPlaces[0]?.()
  expect(take('2.2.2.2')).not.toBeNull()
})
