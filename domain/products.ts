/** Durations of the products that are sold by time. */
export const durationsMonths = [1, 3, 5, 7, 9, 12] as const
export type DurationMonths = (typeof durationsMonths)[number]

/** The types of cart items, by their names in local storage and in the API. */
export const productTypes = [
  'Priority Queue',
  'Clan Color Tag',
  'Name Color Tag',
  'Reskin',
  'Extras',
] as const
export type ProductType = (typeof productTypes)[number]
