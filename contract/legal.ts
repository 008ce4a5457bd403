/**
 * The version of the texts in `content/legal/` that buyers agree to by paying, kept with orders: the
 * latest `changed` of the French ones, which `npm run check:content` and the tests compare.
 */
export const legalVersion = '2026-11-23'
