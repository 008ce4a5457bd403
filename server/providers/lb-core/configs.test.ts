import { describe, expect, test } from 'vitest'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { chatConfig, clanTagConfig, withClanTagPlayers, withNameColors } from './configs.ts'

function steamId(number: number): SteamId64 {
  const id = String(76561198000000000n + BigInt(number))
  if (!isSteamId64(id)) throw new Error(`${id} is no Steam ID`)
  return id
}

const [alice, bob, carol] = [steamId(1), steamId(2), steamId(3)]
const red = { r: 255, g: 0, b: 0 }
const blue = { r: 0, g: 0, b: 255 }

const staffGroup = {
  prefix: '[Admin] ',
  colorR: 255,
  colorG: 0,
  colorB: 0,
  members: [carol],
  permissionToApplyGroup: 'chat.prefix.admin',
  ownField: 1,
}

describe('the colours of name tags', () => {
  const before = chatConfig.parse({
    version: 7,
    prefixGroups: [staffGroup],
    otherField: { kept: true },
  })

  test('players of one colour share a group behind those of others', () => {
    const colors = new Map([
      [bob, red],
      [alice, red],
      [carol, blue],
    ])
    const changed = withNameColors(before, colors, '[VIP] ')
    expect(changed).toMatchObject({ version: 7, otherField: { kept: true } })
    expect(changed.prefixGroups).toEqual([
      staffGroup,
      expect.objectContaining({ prefix: '[VIP] ', colorR: 255, colorB: 0, members: [alice, bob] }),
      expect.objectContaining({ prefix: '[VIP] ', colorR: 0, colorB: 255, members: [carol] }),
    ])
    expect(withNameColors(changed, colors, '[VIP] ')).toEqual(changed)
  })

  test('who has no colour any more is taken out, and an empty group at the end with them', () => {
    const changed = withNameColors(before, new Map([[alice, red]]), '')
    expect(withNameColors(changed, new Map(), '')).toEqual(before)
  })

  test('no group of somebody else changes its number', () => {
    const ours = withNameColors(before, new Map([[alice, red]]), '')
    const later = { ...ours, prefixGroups: [...ours.prefixGroups, staffGroup] }
    expect(withNameColors(later, new Map(), '').prefixGroups[2]).toEqual(staffGroup)
  })
})

describe('the players who may colour their clan tag', () => {
  const unmanaged = { steamid: carol, comment: 'streamer', remainingCount: 3 }
  const before = clanTagConfig.parse({
    version: 1,
    deleteEmptyUses: 0,
    authorizedPlayers: [unmanaged],
  })

  test('ours come and go, and an entry of somebody else stays', () => {
    const changed = withClanTagPlayers(
      before,
      new Map([
        [alice, 'order 1'],
        [carol, 'order 2'],
      ]),
    )
    expect(changed.authorizedPlayers).toEqual([
      unmanaged,
      { steamid: alice, comment: 'shop: order 1', remainingCount: -1 },
    ])
    expect(withClanTagPlayers(changed, new Map())).toEqual(before)
  })
})

test('another version is refused', () => {
  expect(chatConfig.safeParse({ version: 8, prefixGroups: [] }).success).toBe(false)
  expect(clanTagConfig.safeParse({ version: 2, authorizedPlayers: [] }).success).toBe(false)
})
