/**
 * What makes this THIS community. Another community changes this file and `content/`, no code.
 * Nothing in here is secret: the pages show all of it. Secrets are settings, see `.env.example`.
 */
export const siteConfig = {
  brand: 'KRYPTONIQUE',
  discordInviteUrl: 'https://discord.gg/kryptonique',
  /** The map that the server plays on. */
  map: 'Deer Isle',
  /** Whether the staff's Discord channel also hears of checkouts that are only started. */
  announceStartedCheckouts: true,
  /** PayPal's button id of every offer, by offer key (`domain/catalogue.ts`). */
  hostedButtonIds: {
    'priority-queue/1': 'KRYPTOPQ01M00',
    'priority-queue/3': 'KRYPTOPQ03M00',
    'priority-queue/5': 'KRYPTOPQ05M00',
    'priority-queue/7': 'KRYPTOPQ07M00',
    'priority-queue/9': 'KRYPTOPQ09M00',
    'priority-queue/12': 'KRYPTOPQ12M00',
  } satisfies Record<string, string>,
} as const
