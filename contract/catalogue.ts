import { createCatalogue } from '#domain/catalogue.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'

/** Everything that this community sells. */
export const catalogue = createCatalogue(products, priceList)
