import { join, sep } from 'node:path'
import type { Environment, Plugin } from 'vite'
import { languages, type Language } from '#contract/language.ts'
import { contentFolder, readTextFiles, root } from './content-files.ts'
import { contentModule } from './content-modules.ts'

const prefix = '\0content:'

/**
 * Makes modules of the texts in `content/`: `content:guides/raiding` is a text, `content:index` the
 * list of all, `content:search` what the search looks through. A client bundle gets them in its
 * language alone, other programs in all of them, by the language of the moment.
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
      async handler(id) {
        const texts = await readTextFiles()
        for (const { file } of texts) this.addWatchFile(join(root, file))
        return contentModule(id.slice(prefix.length), texts, languagesOf(this.environment))
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

/** The one language of a client bundle (`web/i18n/runtime.ts`), else all. */
function languagesOf({ config }: Environment): readonly Language[] {
  const constant: unknown = config.define?.__LANGUAGE__
  const only = languages.filter((language) => constant === JSON.stringify(language))
  return only.length > 0 ? only : languages
}
