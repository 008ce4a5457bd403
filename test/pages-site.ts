import { languages } from '#contract/language.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { productTextFiles, shopTextsOf } from '#server/services/site/product-texts.ts'
import { publicSite } from '#server/services/site/public-site.ts'
import { assembleSite } from '#server/services/site/site.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import { carry } from '#web/app/first-view.ts'
import { setSite } from '#web/app/site.ts'

const texts = await productTextFiles()
const { products } = siteFiles.products

/** By the key of `shopTextsQuery`, whose module would bring what some tests replace. */
export const productAnswers = languages.map(
  (language) => [['product-texts', language], shopTextsOf(texts, products, language)] as const,
)

// Tests of parts of pages show the community of `site/`, and the texts of `content/products/`.
setSite(
  publicSite(assembleSite(siteFiles, siteFiles), new Date(), { legalVersion, takesCodes: true }),
)
carry(productAnswers)
