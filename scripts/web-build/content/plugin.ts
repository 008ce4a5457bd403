import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Environment, Plugin } from 'vite'
import { z } from 'zod'
import { languages, type Language } from '#contract/language.ts'
import { drawingNames, type WrittenDocument } from '#contract/documents.ts'
import { paths } from '#contract/paths.ts'
import {
  contentFolder,
  documentName,
  documentNames,
  originalOf,
  readTextFiles,
  textToShow,
  type TextFile,
} from '#server/services/documents/content-files.ts'
import { createDocuments } from '#server/services/documents/documents.ts'
import {
  productTextsFile,
  readProductLabels,
  readShopTexts,
} from '#server/services/documents/product-texts.ts'

const root = join(import.meta.dirname, '../../..')

const prefix = '\0content:'
const documentRoutesFile = fileInWeb('app/document-routes.ts')
const maxLatestNews = 3

/**
 * Makes modules of the texts in `content/`: `content:guides/raiding` is a text,
 * `content:pages/guides/raiding` its page, `content:index` the list of all, `content:latest-news` the
 * titles of the latest news, `content:search` the search's data, `content:stemmer` the function that
 * finds the stem of a word, `content:products` the texts of the shop, `content:product-labels` what
 * carts and orders need of them, `content:staff-texts` what `/admin` shows of the messages to the staff.
 * A client bundle gets them in its own language, other programs in all languages, chosen at run time.
 * `web/app/document-routes.ts` gets the routes of all texts.
 */
export function contentModules(): Plugin {
  // Read once for all modules: once for each would be a quarter of the time of a build.
  let reading: Promise<readonly TextFile[]> | null = null
  return {
    name: 'content',
    buildStart() {
      reading = null
    },
    resolveId: {
      filter: { id: /^content:/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: [/^\0content:/, documentRoutesFile] },
      async handler(id) {
        reading ??= readTextFiles()
        const texts = await reading
        const files = [
          ...texts.map(({ file }) => file),
          ...languages.flatMap((language) => [productTextsFile(language), messagesFile(language)]),
        ]
        for (const file of files) this.addWatchFile(join(root, file))
        if (id === documentRoutesFile) return routesModule(texts, this.environment.name === 'ssr')
        return contentModule(id.slice(prefix.length), texts, languagesOf(this.environment))
      },
    },
    configureServer(server) {
      server.watcher.add(contentFolder)
    },
    hotUpdate({ file }) {
      if (!file.startsWith(contentFolder.replaceAll(sep, '/'))) return undefined
      reading = null
      const { moduleGraph, hot } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (id.startsWith(prefix) || id === documentRoutesFile) moduleGraph.invalidateModule(module)
      }
      hot.send({ type: 'full-reload' })
      return []
    },
  }
}

/** @throws ContentFault for a mistake in any text, which the bundlers would wrap in errors of theirs. */
export async function checkTexts(): Promise<void> {
  createDocuments(await readTextFiles()).check()
  await Promise.all(languages.map((language) => readShopTexts(language)))
}

/** The one language of a client bundle (`web/i18n/runtime.ts`), otherwise all. */
function languagesOf({ config }: Environment): readonly Language[] {
  const constant: unknown = config.define?.__LANGUAGE__
  const only = languages.filter((language) => constant === JSON.stringify(language))
  return only.length > 0 ? only : languages
}

/** The code of the module `content:<name>` for a program with these languages. */
async function contentModule(
  name: string,
  texts: readonly TextFile[],
  targetLanguages: readonly Language[],
): Promise<string> {
  const [section = '', slug = '', language] = name.split('/')
  if (section === 'index')
    return valueModule(targetLanguages, (shown) => createDocuments(texts).list(shown).documents)
  if (section === 'search')
    return valueModule(targetLanguages, (shown) => createDocuments(texts).searchTexts(shown))
  if (section === 'latest-news')
    return valueModule(targetLanguages, (shown) => latestNewsIn(texts, shown))
  if (section === 'stemmer') return stemmerModule(targetLanguages)
  if (section === 'products') return valueModule(targetLanguages, readShopTexts)
  if (section === 'product-labels') return valueModule(targetLanguages, readProductLabels)
  if (section === 'staff-texts') return valueModule(targetLanguages, readStaffTexts)
  if (section === 'pages') return pageModule(name.slice('pages/'.length))
  const document = `${section}/${slug}`
  if (language === undefined) return choiceModule(document, texts, targetLanguages)
  const text = texts.find((one) => documentName(one) === document && one.language === language)
  if (!text) throw new Error(`content/${document}/${language}.md does not exist`)
  const shown = createDocuments(texts).find(text.section, slug, text.language)
  if (!shown) throw new Error(`content/${document} does not exist`)
  return documentModule(shown)
}

/** The routes of all texts; the renderer also needs to know the module of each. */
function routesModule(texts: readonly TextFile[], withSource: boolean): string {
  const routes = documentNames(texts).map((document) => {
    const { section, slug } = originalOf(texts, document)
    const path = JSON.stringify(paths.document(section, slug))
    const module = JSON.stringify(`content:pages/${document}`)
    const source = withSource ? `, source: ${module}` : ''
    return `{ path: ${path}, load: () => import(${module})${source} },`
  })
  return ['export const documentRoutes = [', ...routes, ']'].join('\n')
}

/** The names of the languages' modules in the package of stemmers. */
const stemmers: Readonly<Record<Language, string>> = {
  fr: 'french',
  en: 'english',
  ru: 'russian',
  es: 'spanish',
}

function stemmerModule(targetLanguages: readonly Language[]): string {
  const imports = targetLanguages.map(
    (language) => `import { stemmer as ${language} } from '@orama/stemmers/${stemmers[language]}'`,
  )
  return byLanguage(imports, targetLanguages)
}

/** The page of a document, as a component. */
function pageModule(document: string): string {
  return [
    `import { createElement } from 'react'`,
    `import { DocumentPage } from ${JSON.stringify(fileInWeb('features/guides/document-page.tsx'))}`,
    `import readDocument from 'content:${document}'`,
    'export default () => createElement(DocumentPage, { document: readDocument() })',
  ].join('\n')
}

/** A module that exports the text for the page's language. */
function choiceModule(
  document: string,
  texts: readonly TextFile[],
  targetLanguages: readonly Language[],
): string {
  const imports = targetLanguages.map((language) => {
    const shown = textToShow(texts, document, language)
    return `import ${language} from 'content:${document}/${shown.language}'`
  })
  return byLanguage(imports, targetLanguages)
}

/** A module that exports a value in the page's language. */
async function valueModule(
  targetLanguages: readonly Language[],
  valueIn: (language: Language) => unknown,
): Promise<string> {
  const constants = targetLanguages.map(
    async (language) => `const ${language} = ${JSON.stringify(await valueIn(language))}`,
  )
  return byLanguage(await Promise.all(constants), targetLanguages)
}

/** A module whose default export returns one of its values, named like languages. */
function byLanguage(definitions: readonly string[], targetLanguages: readonly Language[]): string {
  const [only, ...others] = targetLanguages
  if (only && others.length === 0)
    return [...definitions, `export default () => ${only}`].join('\n')
  return [
    `import { getLocale } from ${JSON.stringify(fileInWeb('i18n/runtime.ts'))}`,
    ...definitions,
    `const values = { ${targetLanguages.join(', ')} }`,
    'export default () => values[getLocale()]',
  ].join('\n')
}

function documentModule(document: WrittenDocument): string {
  const json = JSON.stringify(document)
  const drawings = drawingNames.filter((name) => json.includes(`"drawing":"${name}"`))
  return [
    ...drawings.map(importDrawing),
    `const drawings = { ${drawings.map((name) => `'${name}': ${componentName(name)}`).join(', ')} }`,
    `export default { ...${json}, drawings }`,
  ].join('\n')
}

/** A drawing is a file, or a component where it needs captions. */
function importDrawing(name: string): string {
  const location = fileInWeb(`art/guides/${name}`)
  return existsSync(`${location}.svg`)
    ? `import ${componentName(name)} from ${JSON.stringify(`${location}.svg?raw`)}`
    : `import { ${componentName(name)} } from ${JSON.stringify(`${location}.tsx`)}`
}

/** `flag-claim` → `FlagClaim` */
function componentName(drawing: string): string {
  return drawing.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function latestNewsIn(texts: readonly TextFile[], language: Language): readonly unknown[] {
  const news = texts.filter(({ section }) => section === 'news')
  return documentNames(news)
    .slice(0, maxLatestNews)
    .map((document) => {
      const { section, slug, title, language: shown } = textToShow(texts, document, language)
      const { changed } = originalOf(texts, document)
      const foreign = shown === language ? {} : { lang: shown }
      return { path: paths.document(section, slug), title, changed, ...foreign }
    })
}

const record = z.record(z.string(), z.string())
const staffTexts = z.object({
  connections: record,
  'connection-actions': record,
  'pack-reasons': record,
  'payment-reasons': record,
  'perk-actions': record,
})

async function readStaffTexts(language: Language): Promise<unknown> {
  return staffTexts.parse(JSON.parse(await readFile(join(root, messagesFile(language)), 'utf8')))
}

function messagesFile(language: Language): string {
  return `content/messages/${language}.json`
}

function fileInWeb(path: string): string {
  return join(root, 'web', path).replaceAll('\\', '/')
}
