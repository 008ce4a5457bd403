/**
 * What makes this THIS community. Another community changes this file, `site.prices.ts` and
 * `content/`, no code.
 * Nothing in here is secret: the pages show all of it. Secrets are settings, see `.env.example`.
 */
export const siteConfig = {
  brand: 'KRYPTONIQUE',
  discordInviteUrl: 'https://discord.gg/kryptonique',
  /** The map that the server plays on. */
  map: 'Deer Isle',
  /** Whether the staff's Discord channel also hears of checkouts that are only started. */
  announceStartedCheckouts: true,
  /** From which total in euros a donor has a rank. */
  donorRanksFromEuros: { S: 500, A: 250, B: 150, C: 75, D: 30, E: 1 },
} as const
