/**
 * What makes this community's site different from any other. To run another community, change this
 * file, `site/prices.ts` and `content/`; no code changes.
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
 * The game server, as the pages describe it before its status is known, and where the status source
 * lacks a value.
 */
export const gameServer: {
  readonly name: string
  /** Host and port that players connect to; null shows the address from the status source. */
  readonly address: string | null
  /** Times of day in UTC at which the server restarts; empty when it has no fixed ones. */
  readonly restartsAtUtc: readonly string[]
  /** The Steam Workshop collection of the server's mods; null when there is none. */
  readonly modCollectionUrl: string | null
} = {
  name: 'KRYPTONIQUE | Deer Isle',
  address: null,
  restartsAtUtc: ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'],
  modCollectionUrl: null,
}

/** The rules in short, as the home page shows them. The full rules are in `content/rules/`. */
export const houseRules = {
  /** Weekdays and times of day in UTC. */
  raidHours: {
    opens: { weekday: 'friday', time: '19:00' },
    closes: { weekday: 'sunday', time: '23:59' },
  },
  largestGroup: 8,
  /** How long nothing may be built after a raid's last C4. */
  minutesWithoutBuilding: 30,
} as const

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
