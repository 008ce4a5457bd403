/**
 * What makes this community's site different from any other. To run another community, change the
 * files of `site/` and `content/`; no code changes.
 * Nothing here is secret, because the pages show all of it. Secrets are settings, see
 * `.env.example`.
 */
export const siteConfig = {
  brand: 'KRYPTONIQUE',
  discordInviteUrl: 'https://discord.gg/SAMPLEinvite',
  /** The map that the server plays on. */
  map: 'Deer Isle',
  /** Whether the staff's Discord channel also gets a message when a checkout is only started. */
  announceStartedCheckouts: true,
  /** The lowest total in euros for each donor rank. */
  donorRanksFromEuros: { S: 500, A: 250, B: 150, C: 75, D: 30, E: 1 },
} as const

/**
 * The ids of the Discord channels in which the bot posts: the server's status, thanks to buyers who
 * chose to be named, news. Null posts nothing.
 */
export const discordChannels: Readonly<
  Record<'statusChannelId' | 'thanksChannelId' | 'newsChannelId', string | null>
> = { statusChannelId: null, thanksChannelId: null, newsChannelId: null }

/** YouTube ids of the videos in the guides, the 11 characters after `watch?v=`; null shows no video. */
export const videos: Readonly<Record<'baseBuilding' | 'raidAlerts', string | null>> = {
  baseBuilding: 'SAMPLEvideo',
  raidAlerts: 'SAMPLEvideo',
}

/** Who runs the server, as `/meet-the-team` introduces them. */
export const teamMembers: readonly {
  readonly name: string
  readonly role: 'founder' | 'administrator' | 'moderator' | 'builder'
  /** The languages they speak, as codes such as `fr`. */
  readonly languages: readonly string[]
}[] = [
  { name: 'Kryo', role: 'founder', languages: ['fr', 'en'] },
  { name: 'Sokol', role: 'administrator', languages: ['ru', 'en'] },
  { name: 'Vega', role: 'moderator', languages: ['es', 'fr'] },
  { name: 'Brume', role: 'builder', languages: ['fr'] },
]

/**
 * Shown only after a visitor enters the code of `/beta-unlock`: the server sends it, so it is in no
 * page's script.
 */
export const betaRelease = { date: '2025-05-05' } as const
