import { createPacks } from '#domain/packs.ts'
import { kryptoPacks } from '#site/packs.ts'

/** The packs of Kr for sale. Importing this module throws when they are invalid. */
export const packs = createPacks(kryptoPacks)
