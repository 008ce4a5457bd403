// The modules that `scripts/web-build/content/plugin.ts` makes of the texts in `content/`; each
// returns them in the page's language.
/* oxlint-disable typescript/consistent-type-imports */
declare module 'content:index' {
  const readIndex: () => readonly import('./documents.ts').DocumentEntry[]
  export default readIndex
}
declare module 'content:search' {
  const readSearchTexts: () => readonly import('./documents.ts').SearchText[]
  export default readSearchTexts
}
declare module 'content:products' {
  const readShopTexts: () => import('#web/features/donations/product-text.ts').ShopTexts
  export default readShopTexts
}
declare module 'content:guides/*' {
  const readGuide: () => import('./documents.ts').WrittenDocument
  export default readGuide
}
declare module 'content:rules/*' {
  const readRules: () => import('./documents.ts').WrittenDocument
  export default readRules
}
declare module 'content:pages/*' {
  const DocumentPage: import('react').ComponentType
  export default DocumentPage
}
