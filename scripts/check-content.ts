import { ContentFault, readTextFiles } from '#server/services/documents/content-files.ts'
import { findProductGaps } from '#server/services/documents/product-texts.ts'
import { findTranslationGaps } from '#server/services/documents/translation-gaps.ts'

try {
  const texts = await readTextFiles()
  const gaps = [...findTranslationGaps(texts), ...(await findProductGaps())]
  for (const gap of gaps) console.log(gap)
  console.log(`${texts.length} texts, ${gaps.length} missing, stale or different`)
  process.exitCode = gaps.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof ContentFault)) throw error
  console.log(error.message)
  process.exitCode = 1
}
