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
  /** From which total in euros a donor has a rank. */
  donorRanksFromEuros: { S: 500, A: 250, B: 150, C: 75, D: 30, E: 1 },
  /**
   * The price of everything that is sold, and PayPal's hosted button for it (null: shown, but not
   * for sale yet). The keys are those of `domain/catalogue.ts`; the server checks them when it starts.
   */
  priceList: {
    'priority-queue/1': { priceEuros: 10, hostedButtonId: 'SAMPLEPQ01' },
    'priority-queue/3': { priceEuros: 25, hostedButtonId: 'SAMPLEPQ03' },
    'priority-queue/5': { priceEuros: 40, hostedButtonId: 'SAMPLEPQ05' },
    'priority-queue/7': { priceEuros: 55, hostedButtonId: 'SAMPLEPQ07' },
    'priority-queue/9': { priceEuros: 70, hostedButtonId: 'SAMPLEPQ09' },
    'priority-queue/12': { priceEuros: 90, hostedButtonId: 'SAMPLEPQ12' },
    'clan-color-tag/1': { priceEuros: 15, hostedButtonId: 'SAMPLECT01' },
    'clan-color-tag/3': { priceEuros: 40, hostedButtonId: 'SAMPLECT03' },
    'clan-color-tag/5': { priceEuros: 65, hostedButtonId: 'SAMPLECT05' },
    'clan-color-tag/7': { priceEuros: 90, hostedButtonId: 'SAMPLECT07' },
    'clan-color-tag/9': { priceEuros: 115, hostedButtonId: 'SAMPLECT09' },
    'clan-color-tag/12': { priceEuros: 155, hostedButtonId: 'SAMPLECT12' },
    'name-color-tag/1': { priceEuros: 20, hostedButtonId: 'SAMPLENT01' },
    'name-color-tag/3': { priceEuros: 55, hostedButtonId: 'SAMPLENT03' },
    'name-color-tag/5': { priceEuros: 90, hostedButtonId: 'SAMPLENT05' },
    'name-color-tag/7': { priceEuros: 130, hostedButtonId: 'SAMPLENT07' },
    'name-color-tag/9': { priceEuros: 165, hostedButtonId: 'SAMPLENT09' },
    'name-color-tag/12': { priceEuros: 220, hostedButtonId: 'SAMPLENT12' },
    'reskin-top/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSTOB' },
    'reskin-top/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSTOA' },
    'reskin-pant/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSPAB' },
    'reskin-pant/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSPAA' },
    'reskin-armour/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSARB' },
    'reskin-armour/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSARA' },
    'reskin-helmet/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSHEB' },
    'reskin-helmet/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSHEA' },
    'reskin-sniper/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSSNB' },
    'reskin-sniper/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSSNA' },
    'reskin-auto/basic': { priceEuros: 15, hostedButtonId: 'SAMPLERSAUB' },
    'reskin-auto/advanced': { priceEuros: 25, hostedButtonId: 'SAMPLERSAUA' },
    'reset-stats': { priceEuros: 10, hostedButtonId: 'SAMPLEEXRS' },
    'reset-enemies-stats': { priceEuros: 100, hostedButtonId: 'SAMPLEEXRE' },
  },
} as const
