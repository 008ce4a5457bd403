import { expect, it } from 'vitest'
import { createConnectionLimiter } from './connection-limiter.ts'

const address = (name: string) => [{ name, factor: 1 }] as const

it('gives a network its share of slots, and reuses released ones', () => {
  const take = createConnectionLimiter({ perNetwork: 2, total: 10 })
  const giveBack = take(address('1.1.1.1'))
  expect(take(address('1.1.1.1'))).not.toBeNull()
  expect(take(address('1.1.1.1'))).toBeNull()
  expect(take(address('2.2.2.2'))).not.toBeNull()
  giveBack?.()
  expect(take(address('1.1.1.1'))).not.toBeNull()
  expect(take(address('1.1.1.1'))).toBeNull()
})

it.each(['127.0.0.1', '::1'])('holds all together to the total, %s too', (own) => {
  const take = createConnectionLimiter({ perNetwork: 2, total: 4 })
  const ownPlaces = [take(address(own)), take(address(own)), take(address(own))]
  expect(ownPlaces).not.toContain(null)
  expect(take(address('1.1.1.1'))).not.toBeNull()
  expect(take(address('2.2.2.2'))).toBeNull()
  expect(take(address(own))).toBeNull()
  ownPlaces[0]?.()
  expect(take(address('2.2.2.2'))).not.toBeNull()
})

it('gives a wider network more slots, but none of them to a network that has used up its own', () => {
  const take = createConnectionLimiter({ perNetwork: 2, total: 10 })
  const inHouse = (room: string) => take([address(room)[0], { name: 'house', factor: 2 }])
  const held = [inHouse('a'), inHouse('a'), inHouse('b')]
  expect(held).not.toContain(null)
  expect(inHouse('a')).toBeNull()
  held.push(inHouse('b'))
  expect(inHouse('c')).toBeNull()
  for (const giveBack of held) giveBack?.()
  expect([inHouse('c'), inHouse('c'), inHouse('d'), inHouse('d')]).not.toContain(null)
})
