import { languages } from '#contract/language.ts'
import { documentName, documentNames, originalOf, type TextFile } from './content-files.ts'
import type { DocumentTree, TextSection } from './document-tree.ts'
import { filesSite, treeReader } from './documents.ts'
import { differingNumbers, numbersIn } from './number-differences.ts'

/**
 * Sentences about texts that visitors read in French instead of their own language, about
 * translations whose headings differ from the original's, which breaks links to their parts, and
 * about numbers that differ. @throws ContentFault for a mistake in a text.
 */
export function findTranslationGaps(texts: readonly TextFile[]): readonly string[] {
  const treeOf = treeReader(texts, filesSite)
  return documentNames(texts).flatMap((document) => {
    const versions = texts.filter((text) => documentName(text) === document)
    const original = originalOf(texts, document)
    return languages.flatMap((language) => {
      const translation = versions.find((text) => text.language === language)
      if (!translation) return [`content/${document}/${language}.md is missing`]
      return [...findAge(translation, original), ...compareSections(translation, original, treeOf)]
    })
  })
}

function findAge(translation: TextFile, original: TextFile): readonly string[] {
  if (translation.changed >= original.changed) return []
  return [
    `${translation.file} is older than its original: ${translation.changed}, not ${original.changed}`,
  ]
}

function compareSections(
  translation: TextFile,
  original: TextFile,
  treeOf: (text: TextFile) => DocumentTree,
): readonly string[] {
  const translated = treeOf(translation).sections
  const expected = treeOf(original).sections
  if (anchorsOf(translated) === anchorsOf(expected)) {
    return findOtherNumbers(translation, translated, original, expected)
  }
  return [
    `${translation.file} has other headings than its original: ${anchorsOf(translated)}, not ${anchorsOf(expected)}`,
  ]
}

function anchorsOf(sections: readonly TextSection[]): string {
  return sections.flatMap(({ anchor }) => (anchor === '' ? [] : [anchor])).join(' ')
}

function findOtherNumbers(
  translation: TextFile,
  translated: readonly TextSection[],
  original: TextFile,
  expected: readonly TextSection[],
): readonly string[] {
  const local = [...translation.localNumbers, ...original.localNumbers]
  const others = new Map(withHead(original, expected).map((section) => [section.anchor, section]))
  return withHead(translation, translated).flatMap(({ anchor, line, heading, text }) => {
    const other = others.get(anchor) ?? { line: 1, heading: '', text: '' }
    const difference = differingNumbers(
      numbersIn(`${heading} ${text}`, translation.language),
      numbersIn(`${other.heading} ${other.text}`, original.language),
      local,
    )
    if (difference === null) return []
    return [
      `${translation.file}:${line}: other numbers than ${original.file}:${other.line}: ${difference}`,
    ]
  })
}

function withHead({ title, description }: TextFile, sections: readonly TextSection[]) {
  return [{ anchor: 'head', line: 1, heading: title, text: description }, ...sections]
}
