// The modules that `scripts/web-build/content/plugin.ts` makes of the texts in `content/`; each
// returns them in the page's language.
/* oxlint-disable typescript/consistent-type-imports */
declare module 'content:index' {
  const readIndex: () => readonly import('#contract/documents.ts').DocumentEntry[]
  export default readIndex
}
declare module 'content:latest-news' {
  const readLatestNews: () => readonly {
    readonly path: string
    readonly title: string
    /** The day on which it came out: `2026-11-21`. */
    readonly changed: string
    /** The language of the title where that is not the page's. */
    readonly lang?: import('#contract/language.ts').Language
  }[]
  export default readLatestNews
}
declare module 'content:stemmer' {
  const readStemmer: () => (word: string) => string
  export default readStemmer
}
declare module 'content:search' {
  const readSearchTexts: () => readonly import('#contract/documents.ts').SearchText[]
  export default readSearchTexts
}
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
declare module 'content:staff-texts' {
  type TextsByCode = Readonly<Record<string, string>>
  type FaultTexts = Readonly<
    Record<import('#domain/connection-faults.ts').ConnectionFaultCode, string>
  >
  const readStaffTexts: () => {
    readonly connections: FaultTexts
    readonly 'connection-actions': FaultTexts
    readonly 'pack-reasons': TextsByCode
    readonly 'payment-reasons': TextsByCode
    readonly 'perk-actions': TextsByCode
  }
  export default readStaffTexts
}
declare module 'content:guides/*' {
  const readGuide: () => import('./documents.ts').DrawnDocument
  export default readGuide
}
declare module 'content:rules/*' {
  const readRules: () => import('./documents.ts').DrawnDocument
  export default readRules
}
declare module 'content:pages/*' {
  const DocumentPage: import('react').ComponentType
  export default DocumentPage
}
