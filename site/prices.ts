// Everything that this community sells, with its price. Separate from `site/community.ts`, so that
// a page without prices does not load them.

/**
 * The price of each product, and the id of PayPal's hosted button for it (null: shown, but not for
 * sale yet). The keys are those of `domain/catalogue.ts`; the server checks them when it starts.
 */
export const priceList = {
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
} as const

/** The packs of Kr, the virtual currency. A pack credits its amount and its bonus. */
export const kryptoPacks = [
  { amount: 100, bonus: 0, priceDollars: 0.99 },
  { amount: 500, bonus: 50, priceDollars: 4.99 },
  { amount: 1000, bonus: 100, priceDollars: 9.99 },
  { amount: 2500, bonus: 250, priceDollars: 24.99 },
  { amount: 5000, bonus: 500, priceDollars: 49.99 },
  { amount: 10_000, bonus: 1200, priceDollars: 99.99 },
] as const

/** Stripe's price id for each pack, by its amount. Two packs must not share one. */
export const kryptoPriceIds = {
  100: 'price_SAMPLE00100',
  500: 'price_SAMPLE00500',
  1000: 'price_SAMPLE01000',
  2500: 'price_SAMPLE02500',
  5000: 'price_SAMPLE05000',
  10_000: 'price_SAMPLE10000',
} as const
