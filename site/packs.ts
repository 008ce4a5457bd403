import { createPacks } from '#domain/packs.ts'
import { kryptoPacks, kryptoPriceIds } from './prices.ts'

/** The packs of Kr that this community sells. Importing it throws when they are wrong. */
export const packs = createPacks(kryptoPacks, kryptoPriceIds)
