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
