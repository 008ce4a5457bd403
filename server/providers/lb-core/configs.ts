import { z } from 'zod'
import type { RgbColor } from '#domain/color.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'

/**
 * The two files of LB Core in which name and clan tags get their colours, as the mod sends them.
 * Fields that we do not know stay as they are. Other versions are refused, because we could not know
 * what we change. From the mod's scripts: `ChatConfig.json` 7, `ClanTagColorChangePermissions.json` 1.
 */
const prefixGroup = z.looseObject({
  prefix: z.string(),
  colorR: z.int(),
  colorG: z.int(),
  colorB: z.int(),
  members: z.array(z.string()),
  permissionToApplyGroup: z.string().optional(),
})
export const chatConfig = z.looseObject({
  version: z.literal(7),
  prefixGroups: z.array(prefixGroup),
})
export type ChatConfig = z.output<typeof chatConfig>

const authorizedPlayer = z.looseObject({
  steamid: z.string(),
  comment: z.string().optional(),
  remainingCount: z.int().optional(),
})
export const clanTagConfig = z.looseObject({
  version: z.literal(1),
  authorizedPlayers: z.array(authorizedPlayer),
})
export type ClanTagConfig = z.output<typeof clanTagConfig>

/** Marks the prefix groups that we own. Nobody should hold it, since its holders get the colour. */
const ourPermission = 'shop.name-tag-color'
/** Begins the comment of each entry that we own. */
const ourComment = 'shop: '

export function isOwnedGroup(group: ChatConfig['prefixGroups'][number]): boolean {
  return group.permissionToApplyGroup === ourPermission
}

/** Whether we own an entry of the clan tags' permissions. */
export function isOwnedPlayer({ comment }: ClanTagConfig['authorizedPlayers'][number]): boolean {
  return comment?.startsWith(ourComment) ?? false
}

/**
 * The chat config in which exactly these players have their colour by us. Other servers address
 * groups by their number, so owned ones are appended, and groups of others are neither moved nor changed.
 */
export function withNameColors(
  config: ChatConfig,
  colors: ReadonlyMap<SteamId64, RgbColor>,
  prefix: string,
): ChatConfig {
  const membersByColor = Map.groupBy(colors.keys(), (steamId) => colorKey(colors.get(steamId)))
  const kept = config.prefixGroups.map((group) => {
    if (!isOwnedGroup(group)) return group
    const key = group.prefix === prefix ? `${group.colorR} ${group.colorG} ${group.colorB}` : ''
    const members = membersByColor.get(key)?.toSorted() ?? []
    membersByColor.delete(key)
    return { ...group, members }
  })
  // An empty owned group stays while a group of somebody else stands behind it.
  const last = kept.findLastIndex((group) => !isOwnedGroup(group) || group.members.length > 0)
  const added = [...membersByColor].map(([key, members]) => {
    const [colorR = 0, colorG = 0, colorB = 0] = key.split(' ').map(Number)
    return {
      prefix,
      colorR,
      colorG,
      colorB,
      members: members.toSorted(),
      permissionToApplyGroup: ourPermission,
    }
  })
  return { ...config, prefixGroups: [...kept.slice(0, last + 1), ...added] }
}

function colorKey(color: RgbColor | undefined): string {
  return color === undefined ? '' : `${color.r} ${color.g} ${color.b}`
}

/** The permissions with exactly these players as our entries, each with its comment. */
export function withClanTagPlayers(
  config: ClanTagConfig,
  comments: ReadonlyMap<SteamId64, string>,
): ClanTagConfig {
  const unmanaged = config.authorizedPlayers.filter((player) => !isOwnedPlayer(player))
  const served = new Set(unmanaged.map(({ steamid }) => steamid))
  const owned = [...comments]
    .filter(([steamId]) => !served.has(steamId))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([steamid, comment]) => ({ steamid, comment: ourComment + comment, remainingCount: -1 }))
  return { ...config, authorizedPlayers: [...unmanaged, ...owned] }
}
