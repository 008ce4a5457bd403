import { createPacks } from '#domain/packs.ts'
import { kryptoPacks, kryptoPriceIds } from './prices.ts'

/** The packs of Kr that this community sells. Importing this module throws when they are invalid. */
export const packs = createPacks(kryptoPacks, kryptoPriceIds)
