import { defaultLanguage, languages } from '#contract/language.ts'
import { compileText } from './compile-text.ts'
import { documentName, documentNames, type TextFile } from './content-files.ts'

/**
 * Sentences about texts that visitors read in French instead of their own language, and about
 * translations whose headings differ from the original's, which breaks links to their parts.
 */
export async function findTranslationGaps(texts: readonly TextFile[]): Promise<readonly string[]> {
  const gaps = documentNames(texts).map(async (document) => {
    const versions = texts.filter((text) => documentName(text) === document)
    const original = versions.find(({ language }) => language === defaultLanguage)
    if (!original) return [`content/${document}/${defaultLanguage}.md is missing`]
    const faults = languages.map(async (language) => {
      const translation = versions.find((text) => text.language === language)
      if (!translation) return [`content/${document}/${language}.md is missing`]
      return [
        ...findAge(translation, original),
        ...(await findOtherHeadings(translation, original)),
      ]
    })
    return (await Promise.all(faults)).flat()
  })
  return (await Promise.all(gaps)).flat()
}

function findAge(translation: TextFile, original: TextFile): readonly string[] {
  if (translation.changed >= original.changed) return []
  return [
    `${translation.file} is older than its original: ${translation.changed}, not ${original.changed}`,
  ]
}

async function findOtherHeadings(
  translation: TextFile,
  original: TextFile,
): Promise<readonly string[]> {
  const [translated, expected] = await Promise.all([anchorsOf(translation), anchorsOf(original)])
  if (translated === expected) return []
  return [
    `${translation.file} has other headings than its original: ${translated}, not ${expected}`,
  ]
}

async function anchorsOf(text: TextFile): Promise<string> {
  const { sections } = await compileText(text)
  return sections.flatMap(({ anchor }) => (anchor === '' ? [] : [anchor])).join(' ')
}
