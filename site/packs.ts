/**
 * The packs of Kr, the virtual currency. A pack credits its amount and its bonus, and is sent to
 * Stripe as an amount in US dollars: nothing has to be set up there. `priceId` is its name in our
 * own calls, one for each pack.
 */
export const kryptoPacks = [
  { amount: 100, bonus: 0, priceDollars: 0.99, priceId: 'price_kr_100' },
  { amount: 500, bonus: 50, priceDollars: 4.99, priceId: 'price_kr_500' },
  { amount: 1000, bonus: 100, priceDollars: 9.99, priceId: 'price_kr_1000' },
  { amount: 2500, bonus: 250, priceDollars: 24.99, priceId: 'price_kr_2500' },
  { amount: 5000, bonus: 500, priceDollars: 49.99, priceId: 'price_kr_5000' },
  { amount: 10_000, bonus: 1200, priceDollars: 99.99, priceId: 'price_kr_10000' },
] as const
