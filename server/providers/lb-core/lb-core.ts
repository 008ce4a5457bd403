import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { defaultTagColor, toHexColor, type RgbColor } from '#domain/color.ts'
import { clanColorPerk, colorPerk } from '#domain/products.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import {
  catchFault,
  FaultError,
  type AdapterNote,
  type Comparison,
  type PerkAdapter,
  type DesiredState,
} from '#server/providers/perk-adapter.ts'
import {
  chatConfig,
  clanTagConfig,
  isOwnedGroup,
  isOwnedPlayer,
  withClanTagPlayers,
  withNameColors,
  type ChatConfig,
  type ClanTagConfig,
} from './configs.ts'

/**
 * A game server with LB Core, which opens no port: it polls us for requests and sends back their
 * answers.
 */
export interface LbGame {
  request(route: LbRoute, data: unknown): Promise<LbAnswer>
}

export type LbRoute = `v1/Config/LBGroup/${string}.json/${'get' | 'set'}`

export type LbAnswer =
  /** `code` resembles an HTTP status; null when the answer is not JSON. */
  | {
      readonly outcome: 'answered'
      readonly code: number | null
      readonly message: string
      readonly data: unknown
    }
  /** The game did not poll, so the request was withdrawn; `lastPollAt` is null if it never has. */
  | { readonly outcome: 'not_asked'; readonly lastPollAt: Date | null }
  /** The game took the request and sent nothing back, so it may have carried it out. */
  | { readonly outcome: 'not_answered' }

interface LbCoreSettings {
  readonly game: LbGame
  /** Stands before the coloured names in the chat; may be empty. */
  readonly readPrefix: () => string
  readonly clock: () => Date
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

interface LbCoreTarget {
  readonly nameColors: ReadonlyMap<SteamId64, RgbColor>
  /** Who may colour the tag of their clan, each with the comment that the owner reads there. */
  readonly clanPlayers: ReadonlyMap<SteamId64, string>
}

/** A game server takes some minutes to restart, with its mods. */
const maxRestartMs = 15 * 60_000

/**
 * Keeps the colours of names and clan tags in LB Core's two config files, which the running game
 * takes over at once. The keys of its comparisons are `name_tag_color:<Steam ID>` and
 * `clan_tag_color:<Steam ID>`. Our entries are marked there, so we store nothing about them.
 */
export function createLbCore(settings: LbCoreSettings): PerkAdapter {
  const { readPrefix, clock, isOnFromStart } = settings
  const startedAt = clock()

  async function ask(stopped: AbortSignal, route: LbRoute, data: unknown): Promise<unknown> {
    if (stopped.aborted) throw new FaultError('interrupted', 'it took too long')
    const answer = await settings.game.request(route, data)
    if (answer.outcome === 'not_asked') throw silence(answer.lastPollAt)
    if (answer.outcome === 'not_answered') {
      throw new FaultError('interrupted', 'the game server took a request and never answered it')
    }
    if (answer.code === 200) return answer.data
    throw refusal(answer.code, `${answer.code ?? 'no JSON'} ${answer.message}`)
  }

  /** A game that has not polled yet may still be starting, as this process was. */
  function silence(lastPollAt: Date | null): FaultError {
    const since = lastPollAt ?? startedAt
    const isLong = clock().getTime() - since.getTime() > maxRestartMs
    const detail = lastPollAt === null ? 'has never asked' : `asked last at ${since.toISOString()}`
    return new FaultError(
      isLong ? 'not_polling' : 'not_polling_yet',
      `the game server ${detail} for something to do`,
    )
  }

  /** Reads both files; null for one that the game lacks, as long as nothing is desired in it. */
  async function readConfigs(target: LbCoreTarget, stopped: AbortSignal): Promise<Configs> {
    const readFile = async <Config>(name: string, shape: z.ZodType<Config>, isNeeded: boolean) =>
      readOne(() => ask(stopped, `v1/Config/LBGroup/${name}.json/get`, {}), shape, isNeeded)
    return {
      chat: await readFile('ChatConfig', chatConfig, target.nameColors.size > 0),
      clan: await readFile(
        'ClanTagColorChangePermissions',
        clanTagConfig,
        target.clanPlayers.size > 0,
      ),
    }
  }

  const withTarget = ({ chat, clan }: Configs, target: LbCoreTarget): Configs => ({
    chat: chat && withNameColors(chat, target.nameColors, readPrefix()),
    clan: clan && withClanTagPlayers(clan, target.clanPlayers),
  })

  return {
    name: 'lb-core',
    // There is one game server, and it carries the marks of what we own.
    target: isOnFromStart ? 'the sandbox' : 'the game server',
    isOnFromStart,
    serves: (perk) => perk === colorPerk || perk === clanColorPerk,

    read: (desired, stopped) =>
      catchFault(stopped, [], async () => {
        const target = readTarget(desired)
        const found = await readConfigs(target, stopped)
        return { outcome: 'compared', ...compare(found, target, readPrefix()) }
      }),

    apply: (desired, journal, stopped) =>
      catchFault(stopped, [], async () => {
        const target = readTarget(desired)
        const found = await readConfigs(target, stopped)
        const changed = withTarget(found, target)
        if (isDeepStrictEqual(found, changed)) {
          return { outcome: 'applied', isChanged: false, proof: proofOf(found), exceptions: [] }
        }
        const adds: ReadonlySet<string> = new Set(compare(found, target, readPrefix()).adds)
        const added = desired.perks.filter((perk) => adds.has(keyOf(perk)))
        await journal.begin({ text: null, adds: added })
        if (!isDeepStrictEqual(found.chat, changed.chat)) {
          await ask(stopped, 'v1/Config/LBGroup/ChatConfig.json/set', changed.chat)
        }
        if (!isDeepStrictEqual(found.clan, changed.clan)) {
          await ask(
            stopped,
            'v1/Config/LBGroup/ClanTagColorChangePermissions.json/set',
            changed.clan,
          )
        }
        const readBack = await readConfigs(target, stopped)
        // The game may write fields of its own into what we added, so only what we own is compared.
        if (!isDeepStrictEqual(readBack, withTarget(readBack, target))) {
          throw new FaultError('read_back_differs', 'the game server did not keep what was set')
        }
        return { outcome: 'applied', isChanged: true, proof: proofOf(readBack), exceptions: [] }
      }),

    check: (stopped) =>
      catchFault(stopped, [], async () => {
        const nothing = { nameColors: new Map(), clanPlayers: new Map() }
        const { chat, clan } = await readConfigs(nothing, stopped)
        const missing = [chat ? [] : ['ChatConfig'], clan ? [] : ['ClanTagColorChangePermissions']]
        const notes = missing.flat().map((name): AdapterNote => ({
          code: 'file_missing',
          detail: `LBGroup/${name}.json`,
        }))
        return { outcome: 'ready', notes }
      }),
  }
}

type Entries = Omit<Comparison, 'outcome'>

interface Configs {
  readonly chat: ChatConfig | null
  readonly clan: ClanTagConfig | null
}

/** What is to be in the files. LB Core knows no colour of a clan, which players choose in the game. */
function readTarget({ perks }: DesiredState): LbCoreTarget {
  const nameColors = new Map<SteamId64, RgbColor>()
  const clanPlayers = new Map<SteamId64, string>()
  for (const { steamId, perk, color, note } of perks) {
    if (perk === colorPerk) nameColors.set(steamId, color ?? defaultTagColor)
    else clanPlayers.set(steamId, color ? `${note} ${toHexColor(color)}` : note)
  }
  return { nameColors, clanPlayers }
}

function proofOf({ chat, clan }: Configs) {
  const groups = chat?.prefixGroups.filter(isOwnedGroup) ?? []
  return {
    names: groups.reduce((sum, { members }) => sum + members.length, 0),
    clanPlayers: clan?.authorizedPlayers.filter(isOwnedPlayer).length ?? 0,
  }
}

function keyOf({ steamId, perk }: { readonly steamId: string; readonly perk: string }): string {
  return `${perk}:${steamId}`
}

/** Null for a file that the game does not have, if it is not needed. */
async function readOne<Config>(
  read: () => Promise<unknown>,
  shape: z.ZodType<Config>,
  isNeeded: boolean,
): Promise<Config | null> {
  try {
    return readConfig(shape, await read())
  } catch (error) {
    if (!isNeeded && error instanceof FaultError && error.code === 'mod_missing') return null
    throw error
  }
}

function readConfig<Config>(shape: z.ZodType<Config>, data: unknown): Config {
  const parsed = shape.safeParse(data)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path }) => path.join('.'))
  throw fields.includes('version')
    ? new FaultError('version_unknown', 'the game server has another version of this config')
    : new FaultError('file_unreadable', `not as expected: ${fields.slice(0, 5).join(', ')}`)
}

function refusal(code: number | null, detail: string): FaultError {
  if (code === null) return new FaultError('file_unreadable', detail)
  if (code === 403) return new FaultError('not_allowed', detail)
  if (code === 404) return new FaultError('mod_missing', detail)
  // What the game cannot read or take over; it then keeps what it had.
  if (code === 400 || code === 501) return new FaultError('change_refused', detail)
  return new FaultError('interrupted', detail)
}

function compare({ chat, clan }: Configs, target: LbCoreTarget, prefix: string): Entries {
  const groups = chat?.prefixGroups ?? []
  const players = clan?.authorizedPlayers ?? []
  const colors = new Map(
    groups
      .filter(isOwnedGroup)
      .flatMap((group) => group.members.map((member) => [member, colorOf(group)] as const)),
  )
  const names = comparePerk(colorPerk, {
    desired: [...target.nameColors.keys()],
    isThere: (steamId) => {
      const color = target.nameColors.get(steamId)
      return color !== undefined && isDeepStrictEqual(colors.get(steamId), { prefix, ...color })
    },
    owned: [...colors.keys()],
    unmanaged: groups.filter((group) => !isOwnedGroup(group)).flatMap(({ members }) => members),
  })
  const idsOf = (some: typeof players) => some.map(({ steamid }) => steamid)
  const allowed: ReadonlySet<string> = new Set(idsOf(players))
  const clans = comparePerk(clanColorPerk, {
    desired: [...target.clanPlayers.keys()],
    isThere: (steamId) => allowed.has(steamId),
    owned: idsOf(players.filter(isOwnedPlayer)),
    unmanaged: idsOf(players.filter((player) => !isOwnedPlayer(player))),
  })
  return {
    adds: [...names.adds, ...clans.adds],
    keeps: [...names.keeps, ...clans.keeps],
    removes: [...names.removes, ...clans.removes],
    unmanaged: [...names.unmanaged, ...clans.unmanaged],
  }
}

function colorOf({ prefix, colorR: r, colorG: g, colorB: b }: ChatConfig['prefixGroups'][number]) {
  return { prefix, r, g, b }
}

function comparePerk(
  perk: string,
  there: {
    readonly desired: readonly SteamId64[]
    readonly isThere: (steamId: SteamId64) => boolean
    readonly owned: readonly string[]
    readonly unmanaged: readonly string[]
  },
): Entries {
  const keysOf = (steamIds: readonly string[]) =>
    steamIds.map((steamId) => keyOf({ steamId, perk }))
  const desired: ReadonlySet<string> = new Set(there.desired)
  return {
    adds: keysOf(there.desired.filter((steamId) => !there.isThere(steamId))),
    keeps: keysOf(there.desired.filter(there.isThere)),
    removes: keysOf(there.owned.filter((steamId) => !desired.has(steamId))),
    unmanaged: keysOf(there.unmanaged),
  }
}
