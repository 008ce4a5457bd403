import { createCatalogue } from '#domain/catalogue.ts'
import { priceList } from './prices.ts'

/** Everything that this community sells. Importing this module throws when the price list is invalid. */
export const catalogue = createCatalogue(priceList)
