import { expect, it } from 'vitest'
import { mayDo, staffRoles, type Right } from './rights.ts'

it('whoever may see a player may see everything that their page shows', () => {
  const shown: readonly Right[] = ['orders.read', 'kr.read', 'perks.read', 'team.moderate']
  for (const role of staffRoles.filter((known) => mayDo(known, 'players'))) {
    expect([role, shown.filter((right) => !mayDo(role, right))]).toEqual([role, []])
  }
})
