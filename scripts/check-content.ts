import { ContentFault, readTextFiles } from '#server/services/documents/content-files.ts'
import { findProductGaps } from '#server/services/documents/product-text-gaps.ts'
import { findTranslationGaps } from '#server/services/documents/translation-gaps.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { productTextFiles } from '#server/services/site/product-texts.ts'
import { SiteFault } from '#server/services/site/site.ts'

try {
  const texts = await readTextFiles()
  const { products } = siteFiles.products
  const gaps = [
    ...findTranslationGaps(texts),
    ...findProductGaps(await productTextFiles(), products),
  ]
  for (const gap of gaps) console.log(gap)
  console.log(`${texts.length} texts, ${gaps.length} missing, stale or different`)
  process.exitCode = gaps.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof ContentFault || error instanceof SiteFault)) throw error
  console.log(error.message)
  process.exitCode = 1
}
