import { createCatalogue } from '#domain/catalogue.ts'
import { priceList } from './prices.ts'

/** Everything that this community sells. Importing it throws when the price list is wrong. */
export const catalogue = createCatalogue(priceList)
