import { expect, it } from 'vitest'
import { clanColorPerk, colorPerk, isPerk } from './products.ts'

it('perks of the game stay perks when no product gives them any more', () => {
  const perks = ['priority_queue', colorPerk, clanColorPerk, 'reset-stats']
  expect(perks.map((perk) => isPerk([], perk))).toEqual([true, true, true, false])
})
