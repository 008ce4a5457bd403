import { productPath } from '#contract/paths.ts'
import { isSold, type Product } from '#domain/products.ts'
import { site } from '#web/app/site.ts'

export { productPath }

/** The products that the pages show. */
export function soldProducts(): readonly Product[] {
  return site().products.filter(isSold)
}

type ProductOfKind<Kind extends Product['kind']> = Extract<Product, { readonly kind: Kind }>

export function productsOf<Kind extends Product['kind']>(
  kind: Kind,
): readonly ProductOfKind<Kind>[] {
  return soldProducts().filter((product): product is ProductOfKind<Kind> => product.kind === kind)
}

/** The product of the page at this path. Throws for any other page. */
export function productAt<Kind extends Product['kind']>(
  kind: Kind,
  path: string,
): ProductOfKind<Kind> {
  const product = productsOf(kind).find((known) => productPath(known) === path)
  if (!product) throw new Error(`no product of kind ${kind} is sold at ${path}`)
  return product
}
