import { isDeepStrictEqual } from 'node:util'
import { cftoolsCredentials, discordCredentials } from '#sandbox/credentials.ts'
import { players as demoPlayers } from '#sandbox/discord/players.ts'
import { machineFaults } from '#sandbox/faults.ts'
import { toHexColor } from '#domain/color.ts'
import { clanColorPerk, colorPerk } from '#domain/products.ts'
import type { GameView, SandboxControl } from '#test/sandbox-control.ts'
import type { ProductSettings } from '#test/product.ts'
import type { Visitor } from '#test/visitor.ts'

/** Something that goes wrong at an adapter's other side until it is mended. */
export interface DeliveryFault {
  readonly name: string
  readonly begin: (sandbox: SandboxControl) => Promise<unknown>
  /** What mends it besides the end of all faults of the sandbox. */
  readonly mend?: (sandbox: SandboxControl, admin: Visitor) => Promise<unknown>
}

/** An adapter with its other side. A new one is one more entry in `deliveryWorlds`. */
export interface DeliveryCase {
  readonly adapter: string
  readonly perks: readonly string[]
  readonly faults: readonly DeliveryFault[]
  /** What players have there by us: by `holdingKey` its colour, empty where there is none to see. */
  readonly read: (game: GameView) => ReadonlyMap<string, string>
  /** What whoever holds perks should have there besides the perks. */
  readonly extrasOf?: (held: ReadonlyMap<string, string>) => ReadonlyMap<string, string>
  /** Whether all that others had there before, or added since so many times, is as they left it. */
  readonly isForeignKept: (before: GameView, after: GameView, additions: number) => boolean
}

export function holdingKey(steamId: string, perk: string): string {
  return `${perk} ${steamId}`
}

/** The players of a run have Steam IDs of their own, so that what is there for others is told apart. */
const ours = /765611991\d{8}/

export function playerSteamId(number: number): string {
  return String(76561199100000000n + BigInt(number))
}

/** Of more players than ever buy. */
export const playerSteamIds = Array.from({ length: 1000 }, (_, number) => playerSteamId(number))

const queuePerk = 'priority_queue'
/** It lasts until it is mended. */
const lasting = 1_000_000
/** Each write of theirs makes us begin again. */
const foreignWrites = 3
/** The id that the sandbox's somebody adds. */
const foreignAddition = '76561198999999999'

const priorityFile: DeliveryCase = {
  adapter: 'priority-file',
  perks: [queuePerk],
  faults: machineFaults.map((kind) => ({
    name: kind,
    begin: (sandbox) => {
      const times = kind === 'foreign-write' ? foreignWrites : lasting
      return sandbox.fail({ provider: 'priority-file', kind, times })
    },
    // A refused password is tried again only every 15 minutes, because hosts lock an account.
    ...(kind === 'password-changed' && {
      mend: (_, admin) => admin.post('/api/admin/adapters/priority-file/check', {}),
    }),
  })),
  read: ({ priorityFile: text }) =>
    new Map(text.match(new RegExp(ours, 'g'))?.map((id) => [holdingKey(id, queuePerk), ''])),
  // Ours follow what was there, each once, and between them is only what was added since.
  isForeignKept: (before, { priorityFile: text }, additions) => {
    if (!text.startsWith(before.priorityFile)) return false
    const ids = text.slice(before.priorityFile.length).split(';').filter(Boolean)
    const ourIds = ids.filter((id) => ours.test(id))
    const added = ids.filter((id) => id === foreignAddition)
    return (
      added.length === additions &&
      new Set(ourIds).size === ourIds.length &&
      ourIds.length + added.length === ids.length
    )
  },
}

const lbCore: DeliveryCase = {
  adapter: 'lb-core',
  perks: [colorPerk, clanColorPerk],
  faults: [
    {
      name: 'answer-lost',
      begin: (sandbox) =>
        sandbox.fail({ provider: 'lb-core', kind: 'answer-lost', times: lasting }),
    },
    {
      name: 'silent',
      begin: (sandbox) => sandbox.changeGame({ asks: false }),
      mend: (sandbox) => sandbox.changeGame({ asks: true }),
    },
  ],
  read: ({ prefixGroups, clanTagPlayers }) =>
    new Map([
      ...prefixGroups.flatMap(({ members, colorR: r, colorG: g, colorB: b }) =>
        members
          .filter((id) => ours.test(id))
          .map((id) => [holdingKey(id, colorPerk), toHexColor({ r, g, b })] as const),
      ),
      ...clanTagPlayers
        .filter(({ steamid }) => ours.test(steamid))
        .map(({ steamid }) => [holdingKey(steamid, clanColorPerk), ''] as const),
    ]),
  // Ours are appended: other programs address groups by their number.
  isForeignKept: (before, after) =>
    (['prefixGroups', 'clanTagPlayers'] as const).every((list) =>
      isDeepStrictEqual(after[list].slice(0, before[list].length), before[list]),
    ),
}

/** Somebody whom the sandbox's CFTools knows from the start. */
const seenPlayer = '76561198006409531'
/** Each token is registered anew, which CFTools allows twice a minute. */
const expiredTokens = 2

const cftools: DeliveryCase = {
  adapter: 'cftools',
  perks: [queuePerk],
  faults: ['duplicate', 'answer-lost', 'html-error', 'token-expired', '500', '429', 'hang'].map(
    (kind) => ({
      name: kind,
      begin: (sandbox) => {
        const times = kind === 'token-expired' ? expiredTokens : lasting
        return sandbox.fail({ provider: 'cftools', kind, times })
      },
    }),
  ),
  read: ({ queue }) =>
    new Map(
      queue.flatMap(({ steamId }) =>
        ours.test(steamId) ? [[holdingKey(steamId, queuePerk), '']] : [],
      ),
    ),
  isForeignKept: (before, after) =>
    isDeepStrictEqual(
      after.queue.filter(({ steamId }) => !ours.test(steamId)),
      before.queue,
    ),
}

const { roleId } = discordCredentials
/** A role of the sandbox that others give. */
const foreignRole = '100000000000000017'
/** Somebody who is no player, and to whom others have given the role that is sold as well. */
const demoMember = { id: demoPlayers[0]?.id ?? '', roles: [roleId, foreignRole] }
const discordIds = playerSteamIds.map((steamId) => discordIdOf(steamId))

/** An account in Discord for each player. */
export function discordIdOf(steamId: string): string {
  return `1${steamId}`
}

/** The others are members of the Discord server as well, but have not linked their Steam ID. */
function isEverySecond(steamId: string): boolean {
  return BigInt(steamId) % 2n === 0n
}

const guildCalls = '/api/v10/guilds/'
const roleChanges = `${guildCalls}*/members/*/roles/`
/** By their paths, because messages to the staff are calls to Discord, too. */
const roleFaults = [
  { kind: 'member-left', path: roleChanges },
  { kind: 'role-above', path: roleChanges },
  { kind: '500', path: guildCalls },
  { kind: '429', path: guildCalls },
  { kind: 'truncated', path: guildCalls },
  // The change is made, and its answer never arrives.
  { kind: 'hang', path: roleChanges },
  { kind: 'reset', path: roleChanges },
] as const

/** One role for whoever holds anything. */
const discordRole: DeliveryCase = {
  adapter: 'discord-role',
  perks: [queuePerk, colorPerk, clanColorPerk],
  faults: roleFaults.map(({ kind, path }) => ({
    name: kind,
    begin: (sandbox) => sandbox.fail({ provider: 'discord', kind, path, times: lasting }),
    // Whoever left comes back and gets what others had given them; the staff has us look again,
    // which we do by ourselves within 15 minutes.
    ...(kind === 'member-left' && {
      mend: async (sandbox, admin) => {
        const members = await sandbox.addMembers([demoMember.id], demoMember.roles)
        const present = new Set(members.map(({ discordId }) => discordId))
        const left = discordIds.filter((id) => !present.has(id))
        if (left.length > 0) await sandbox.addMembers(left, [foreignRole])
        await admin.post('/api/admin/adapters/discord-role/check', {})
      },
    }),
  })),
  read: ({ roles }) =>
    new Map(
      roles
        .filter(({ discordId, roles: ids }) => ours.test(discordId) && ids.includes(roleId))
        .map(({ discordId }) => [roleKey(discordId), '']),
    ),
  extrasOf: (held) =>
    new Map(
      [...held.keys()]
        .flatMap((key) => ours.exec(key) ?? [])
        .filter(isEverySecond)
        .map((steamId) => [roleKey(discordIdOf(steamId)), '']),
    ),
  isForeignKept: (before, after) => isDeepStrictEqual(foreignRoles(after), foreignRoles(before)),
}

function roleKey(discordId: string): string {
  return `role ${discordId}`
}

function foreignRoles({ roles }: GameView) {
  return roles.map(({ discordId, roles: ids }) => ({
    discordId,
    roles: ids.filter((id) => id !== roleId || !ours.test(discordId)),
  }))
}

/** A shop with the adapters that go together. */
export interface DeliveryWorld {
  readonly name: string
  readonly settings: (sandboxOrigin: string) => ProductSettings
  /** The Steam IDs that are linked with an account in Discord, none by default. */
  readonly isLinked?: (steamId: string) => boolean
  /** What the game's side has before anybody buys. */
  readonly prepare: (sandbox: SandboxControl) => Promise<unknown>
  readonly cases: readonly DeliveryCase[]
  /** Which part of the purchases and of the kills it gets. */
  readonly parts: { readonly purchases: number; readonly kills: number }
}

export const deliveryWorlds: readonly DeliveryWorld[] = [
  {
    name: 'a file and LB Core',
    settings: () => ({}),
    prepare: () => Promise.resolve(),
    cases: [priorityFile, lbCore],
    parts: { purchases: 1, kills: 1 },
  },
  {
    name: 'CFTools and LB Core',
    settings: (sandboxOrigin) => ({
      CFTOOLS_APPLICATION_ID: cftoolsCredentials.applicationId,
      CFTOOLS_SECRET: cftoolsCredentials.secret,
      CFTOOLS_SERVER_ID: cftoolsCredentials.serverId,
      CFTOOLS_BASE_URL: sandboxOrigin,
    }),
    prepare: async (sandbox) => {
      // It keeps places only for those whom it has seen in the game.
      await sandbox.joinGame(playerSteamIds)
      await fetch(`${sandbox.origin}/_sandbox/cftools/entries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ steamId: seenPlayer, comment: 'a friend', expiresAt: null }),
      })
    },
    cases: [cftools, { ...lbCore, faults: [] }],
    // We make at most 20 calls a minute about its queue: after a fault, it is as much as fits into one
    // minute. Even so it is more in some minutes than a shop sells in a day.
    parts: { purchases: 1 / 5, kills: 1 / 5 },
  },
  {
    name: 'roles in Discord',
    settings: () => ({}),
    isLinked: isEverySecond,
    prepare: async (sandbox) => {
      await sandbox.addMembers(discordIds, [foreignRole])
      await sandbox.addMembers([demoMember.id], demoMember.roles)
    },
    cases: [{ ...priorityFile, faults: [] }, { ...lbCore, faults: [] }, discordRole],
    // Only a player's first purchase gives the role, and each fault has to meet one. Discord allows
    // some five changes a second, and a run ends after 30 seconds: those of a round fit into one run.
    // In the end more players hold it than are read one by one.
    parts: { purchases: 1 / 2, kills: 1 / 5 },
  },
]
