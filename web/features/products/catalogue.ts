import { createCatalogue } from '#domain/catalogue.ts'
import { fromSite } from '#web/app/site.ts'

/** Everything on sale, at today's prices. */
export const catalogue = fromSite(({ products, prices, sales }) =>
  createCatalogue(products, prices, sales),
)
