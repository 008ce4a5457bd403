import { createCatalogue } from './domain/catalogue.ts'
import { siteConfig } from './site.config.ts'

/** Everything that this community sells. Importing it throws when the price list is wrong. */
export const catalogue = createCatalogue(siteConfig.priceList)
