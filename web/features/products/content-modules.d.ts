// The modules that `scripts/web-build/content/plugin.ts` makes of `content/products/`; each returns
// them in the page's language.
/* oxlint-disable typescript/consistent-type-imports */
declare module 'content:product-labels' {
  const readProductLabels: () => Readonly<
    Record<string, import('#contract/shop-texts.ts').ProductLabel>
  >
  export default readProductLabels
}
declare module 'content:products' {
  const readShopTexts: () => import('#contract/shop-texts.ts').ShopTexts
  export default readShopTexts
}
