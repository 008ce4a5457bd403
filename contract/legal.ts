/** The version of the texts in `content/legal/` that buyers agree to by paying, kept with orders. */
export const legalVersion = '2026-11-23'
