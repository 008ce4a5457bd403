/** How long what is sold by time lasts. */
export const durationsMonths = [1, 3, 5, 7, 9, 12] as const
export type DurationMonths = (typeof durationsMonths)[number]

/** The kinds of cart item, by the names that local storage and the wire use. */
export const productTypes = [
  'Priority Queue',
  'Clan Color Tag',
  'Name Color Tag',
  'Reskin',
  'Extras',
] as const
export type ProductType = (typeof productTypes)[number]
