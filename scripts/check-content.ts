import { ContentFault, readTextFiles } from './web-build/content/content-files.ts'
import { findProductGaps } from './web-build/content/product-texts.ts'
import { findTranslationGaps, findWrongLegalVersion } from './web-build/content/translation-gaps.ts'

try {
  const texts = await readTextFiles()
  const gaps = [
    ...(await findTranslationGaps(texts)),
    ...findWrongLegalVersion(texts),
    ...(await findProductGaps()),
  ]
  for (const gap of gaps) console.log(gap)
  console.log(`${texts.length} texts, ${gaps.length} missing, stale or different`)
  process.exitCode = gaps.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof ContentFault)) throw error
  console.log(error.message)
  process.exitCode = 1
}
