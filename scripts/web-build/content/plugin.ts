import { join, sep } from 'node:path'
import type { Environment, Plugin } from 'vite'
import { languages, type Language } from '#contract/language.ts'
import { contentFolder, readTextFiles } from '#server/services/documents/content-files.ts'
import { createDocuments } from '#server/services/documents/documents.ts'
import {
  productTextsFile,
  readProductLabels,
  readShopTexts,
} from '#server/services/documents/product-texts.ts'

const root = join(import.meta.dirname, '../../..')
const prefix = '\0content:'
const readers: Readonly<Record<string, (language: Language) => Promise<unknown>>> = {
  products: readShopTexts,
  'product-labels': readProductLabels,
}

/**
 * Makes modules of `content/products/`: `content:products` the texts of the shop,
 * `content:product-labels` what carts and orders need of them. A client bundle gets them in its own
 * language, other programs in all languages, chosen at run time.
 */
export function contentModules(): Plugin {
  return {
    name: 'content',
    resolveId: {
      filter: { id: /^content:/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0content:/ },
      handler(id) {
        for (const language of languages) this.addWatchFile(join(root, productTextsFile(language)))
        const read = readers[id.slice(prefix.length)]
        return read && valueModule(languagesOf(this.environment), read)
      },
    },
    configureServer(server) {
      server.watcher.add(contentFolder)
    },
    hotUpdate({ file }) {
      if (!file.startsWith(contentFolder.replaceAll(sep, '/'))) return undefined
      const { moduleGraph, hot } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (id.startsWith(prefix)) moduleGraph.invalidateModule(module)
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

/** A module whose default export returns a value in the page's language. */
async function valueModule(
  targetLanguages: readonly Language[],
  valueIn: (language: Language) => Promise<unknown>,
): Promise<string> {
  const constants = targetLanguages.map(
    async (language) => `const ${language} = ${JSON.stringify(await valueIn(language))}`,
  )
  const definitions = await Promise.all(constants)
  const [only, ...others] = targetLanguages
  if (only && others.length === 0)
    return [...definitions, `export default () => ${only}`].join('\n')
  return [
    `import { getLocale } from ${JSON.stringify(join(root, 'web/i18n/runtime.ts'))}`,
    ...definitions,
    `const values = { ${targetLanguages.join(', ')} }`,
    'export default () => values[getLocale()]',
  ].join('\n')
}
