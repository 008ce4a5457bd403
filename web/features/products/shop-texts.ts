import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '#contract/endpoint.ts'
import { productTextsAddress } from '#contract/page-renderer.ts'
import type { ProductText, ShopTexts } from '#contract/product-texts.ts'
import type { Product } from '#domain/products.ts'
import { call } from '#web/app/api-client.ts'
import { carried } from '#web/app/first-view.ts'
import { queryClient, queryKeys } from '#web/app/query-client.ts'
import { getLocale } from '#web/i18n/runtime.ts'

/** What the owner says about the products, in the page's language. */
export function shopTextsQuery() {
  const query = { language: getLocale() }
  return {
    ...queryOptions({
      queryKey: [...queryKeys.productTexts, query.language],
      queryFn: () =>
        call(
          import('#contract/product-texts.ts').then(({ readProductTexts }) => readProductTexts),
          { query },
        ),
      // An event of the server reports changes.
      staleTime: Infinity,
    }),
    address: addressOf({ path: productTextsAddress }, { query }),
  }
}

/** Loads a part of a page together with the texts; without them it shows names. */
export function withShopTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([load(), queryClient.prefetchQuery(shopTextsQuery())])
    return part
  }
}

/** Every page is rendered again when they change. */
function shopTexts(): ShopTexts | undefined {
  const { queryKey } = shopTextsQuery()
  return queryClient.getQueryData(queryKey) ?? carried.getQueryData(queryKey)
}

/** The text of a product; its name while the texts cannot be loaded. */
export function productText({ slug, name }: Pick<Product, 'slug' | 'name'>): ProductText {
  const named = { label: name, title: name, eyebrow: name, description: name, lead: '', tile: '' }
  return shopTexts()?.products[slug] ?? { ...named, points: [], details: null }
}

/** Of the page with everything that is bought once; null while nobody has written it. */
export function extrasText(): ShopTexts['extras'] {
  return shopTexts()?.extras ?? null
}
