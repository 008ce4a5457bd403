import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RgbColor } from '#domain/color.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'
import { createLbCoreMod, type LbCoreMod } from '#sandbox/game/lb-core.ts'
import type { ChangeJournal, DesiredState } from '#server/providers/perk-adapter.ts'
import { createLbCore, type LbAnswer, type LbGame, type LbRoute } from './lb-core.ts'

const [alice, bob] = [steamIdOf(1), steamIdOf(2)]
const [admin, winner] = ['76561198000000901', '76561198000000902']
const red = { r: 255, g: 0, b: 0 }
const blue = { r: 0, g: 0, b: 255 }
const now = new Date('2026-11-23T12:00:00Z')

const answerShape = z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() })

function gameOf(mod: LbCoreMod): LbGame {
  return {
    request: (route, data) => {
      const answer = answerShape.parse(
        JSON.parse(mod.handle(JSON.stringify({ route, data })) ?? ''),
      )
      return Promise.resolve({ outcome: 'answered', ...answer, data: answer.data })
    },
  }
}

/** A game that answers so to one route, and properly to the others. */
function gameThat(mod: LbCoreMod, route: string, answer: LbAnswer): LbGame {
  const game = gameOf(mod)
  return {
    request: (asked, data) =>
      asked.endsWith(route) ? Promise.resolve(answer) : game.request(asked, data),
  }
}

function adapterOf(game: LbGame, clock = () => now) {
  const made = createLbCore({ game, readPrefix: () => '[VIP] ', clock, isOnFromStart: true })
  const running = new AbortController().signal
  return {
    read: (desired: DesiredState) => made.read(desired, running),
    apply: (desired: DesiredState, kept: ChangeJournal) => made.apply(desired, kept, running),
    check: () => made.check(running),
  }
}

function target(
  names: readonly (readonly [SteamId64, RgbColor])[],
  clans: readonly (readonly [SteamId64, string])[] = [],
): DesiredState {
  const bought = { endsAt: null, discordId: null }
  const perks = [
    ...names.map(([id, color]) => {
      return { ...bought, steamId: id, perk: 'name_tag_color', color, note: 'order:1' }
    }),
    ...clans.map(([id, note]) => {
      return { ...bought, steamId: id, perk: 'clan_tag_color', color: null, note }
    }),
  ]
  return { perks, owned: [], restore: null }
}

const answered = (code: number, data: unknown = null): LbAnswer => ({
  outcome: 'answered',
  code,
  message: '',
  data,
})

describe('colours in the game', () => {
  test('come, change and go, and what others have there stays', async () => {
    const mod = createLbCoreMod()
    const before = structuredClone(mod.configs)
    const adapter = adapterOf(gameOf(mod))
    const first = createJournal()
    const desired = target([[alice, red]], [[bob, 'order:1 until 2026-12-23']])
    expect(await adapter.read(desired)).toEqual({
      outcome: 'compared',
      adds: [`name_tag_color:${alice}`, `clan_tag_color:${bob}`],
      keeps: [],
      removes: [],
      unmanaged: [`name_tag_color:${admin}`, `clan_tag_color:${winner}`],
    })
    expect(mod.configs).toEqual(before)
    expect(await adapter.apply(desired, first)).toMatchObject({
      outcome: 'applied',
      isChanged: true,
    })
    expect(first.begun).toMatchObject([
      {
        adds: [
          { steamId: alice, perk: 'name_tag_color' },
          { steamId: bob, perk: 'clan_tag_color' },
        ],
      },
    ])
    expect(mod.configs.chat.prefixGroups).toMatchObject([
      { members: [admin] },
      { prefix: '[VIP] ', colorR: 255, colorG: 0, members: [alice] },
    ])
    expect(mod.configs.clan.authorizedPlayers).toMatchObject([
      { steamid: winner },
      { steamid: bob, comment: 'shop: order:1 until 2026-12-23', remainingCount: -1 },
    ])
    expect(await adapter.read(target([[alice, blue]]))).toMatchObject({
      adds: [`name_tag_color:${alice}`],
      removes: [`clan_tag_color:${bob}`],
    })
    expect(await adapter.apply(target([[alice, blue]]), createJournal())).toMatchObject({
      isChanged: true,
      proof: { names: 1, clanPlayers: 0 },
    })
    expect(mod.configs.chat.prefixGroups.at(-1)).toMatchObject({ colorB: 255, members: [alice] })
    await adapter.apply(target([]), createJournal())
    expect(mod.configs).toEqual(before)
  })

  test('that are as desired are not set again', async () => {
    const mod = createLbCoreMod()
    const asked: LbRoute[] = []
    const game = gameOf(mod)
    const adapter = adapterOf({
      request: (route, data) => {
        asked.push(route)
        return game.request(route, data)
      },
    })
    const some = [
      [bob, 'b'],
      [alice, 'a'],
    ] as const
    await adapter.apply(target([[alice, red]], some), createJournal())
    asked.length = 0
    const again = createJournal()
    const result = await adapter.apply(target([[alice, red]], some.toReversed()), again)
    expect(result).toMatchObject({ outcome: 'applied', isChanged: false })
    expect(again.begun).toEqual([])
    expect(asked.filter((route) => route.endsWith('/set'))).toEqual([])
  })

  test('of a clan are only suggested', async () => {
    const mod = createLbCoreMod()
    const bought = { perk: 'clan_tag_color', endsAt: null, discordId: null, note: 'order:1' }
    const perks = [{ ...bought, steamId: alice, color: red }]
    await adapterOf(gameOf(mod)).apply({ perks, owned: [], restore: null }, createJournal())
    expect(mod.configs.clan.authorizedPlayers.at(-1)).toMatchObject({
      steamid: alice,
      comment: 'shop: order:1 #ff0000',
    })
  })

  test('that the game does not keep are not reported as there', async () => {
    const game = gameThat(createLbCoreMod(), 'ChatConfig.json/set', answered(200))
    expect(await adapterOf(game).apply(target([[alice, red]]), createJournal())).toMatchObject({
      outcome: 'retry',
      code: 'read_back_differs',
    })
  })
})

describe('a game that does not do it', () => {
  const getChat = 'ChatConfig.json/get'
  test.each([
    [getChat, answered(403), 'needs_owner', 'not_allowed'],
    [getChat, answered(404), 'needs_owner', 'mod_missing'],
    ['ChatConfig.json/set', answered(501), 'needs_owner', 'change_refused'],
    [getChat, answered(500), 'retry', 'interrupted'],
    [getChat, { ...answered(0), code: null }, 'needs_owner', 'file_unreadable'],
    [getChat, answered(200, { version: 8, prefixGroups: [] }), 'needs_owner', 'version_unknown'],
    [getChat, answered(200, { version: 7 }), 'needs_owner', 'file_unreadable'],
    [getChat, { outcome: 'not_answered' }, 'retry', 'interrupted'],
  ] as const)('%s answered with %j', async (route, answer, outcome, code) => {
    const mod = createLbCoreMod()
    const before = structuredClone(mod.configs)
    const result = await adapterOf(gameThat(mod, route, answer)).apply(
      target([[alice, red]]),
      createJournal(),
    )
    expect(result).toMatchObject({ outcome, code })
    expect(mod.configs).toEqual(before)
  })

  test('the owner is needed once it has not asked for longer than a restart takes', async () => {
    let clock = now
    const ago = (minutes: number) => new Date(clock.getTime() - minutes * 60_000)
    const silent = (lastPollAt: Date | null) =>
      adapterOf(
        { request: () => Promise.resolve({ outcome: 'not_asked', lastPollAt }) },
        () => clock,
      )
    expect(await silent(ago(10)).check()).toMatchObject({
      outcome: 'retry',
      code: 'not_polling_yet',
      detail: 'the game server asked last at 2026-11-23T11:50:00.000Z for something to do',
    })
    expect(await silent(ago(16)).check()).toMatchObject({
      outcome: 'needs_owner',
      code: 'not_polling',
    })
    const never = silent(null)
    expect(await never.check()).toMatchObject({ outcome: 'retry' })
    clock = new Date(now.getTime() + 16 * 60_000)
    expect(await never.check()).toMatchObject({
      outcome: 'needs_owner',
      detail: 'the game server has never asked for something to do',
    })
  })

  test('a file that it does not have matters to those who sell what is in it', async () => {
    const game = gameThat(
      createLbCoreMod(),
      'ClanTagColorChangePermissions.json/get',
      answered(404),
    )
    const adapter = adapterOf(game)
    expect(await adapter.check()).toEqual({
      outcome: 'ready',
      notes: [{ code: 'file_missing', detail: 'LBGroup/ClanTagColorChangePermissions.json' }],
    })
    expect(await adapter.apply(target([[alice, red]]), createJournal())).toMatchObject({
      outcome: 'applied',
    })
    expect(await adapter.apply(target([], [[alice, '']]), createJournal())).toMatchObject({
      code: 'mod_missing',
    })
  })
})
