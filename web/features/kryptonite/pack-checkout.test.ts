import { expect, test } from 'vitest'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { arrivedAfter, noneArrived, type Arrivals } from './pack-checkout.ts'

const anna = account('76561198006409530')
const boris = account('76561198006409531')

function account(text: string): SteamId64 {
  const result = parseSteamId(text)
  if (!result.ok) throw new Error(`no Steam ID: ${text}`)
  return result.steamId64
}

function after(...kr: readonly (number | null)[]): Arrivals {
  return kr.reduce(
    (before, now) => arrivedAfter(before, { steamId: anna, kr: now }, anna),
    noneArrived,
  )
}

test('neither an unknown nor the first known balance counts as an arrival', () => {
  expect(after(null).arrivedKr).toBe(0)
  expect(after(null, 700).arrivedKr).toBe(0)
})

test('a rise of the balance counts', () => {
  expect(after(700, 1250).arrivedKr).toBe(550)
  expect(after(700, 1200, 1250).arrivedKr).toBe(550)
})

test('spending does not reduce the arrivals', () => {
  expect(after(700, 1250, 200).arrivedKr).toBe(550)
  expect(after(700, 200, 750).arrivedKr).toBe(550)
})

test('another player’s Kr do not count', () => {
  const before = after(700)
  expect(arrivedAfter(before, { steamId: boris, kr: 9000 }, anna)).toBe(before)
})

test('the same balance again changes nothing', () => {
  const before = after(700, 1250)
  expect(arrivedAfter(before, { steamId: anna, kr: 1250 }, anna)).toBe(before)
})
