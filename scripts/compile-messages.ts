import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { defaultLanguage, languages } from '#contract/language.ts'
import { hashSources, isBuiltFrom, takeBuildLock, writeStamp } from './web-build/build-state.ts'

const root = join(import.meta.dirname, '..')
const messagesDirectory = 'web/i18n/messages'
const compiledDirectory = join(root, 'web/i18n/paraglide')
const sources = [
  messagesDirectory,
  'contract/language.ts',
  'scripts/compile-messages.ts',
  // The compiler's version.
  'package-lock.json',
]
const projectParent = join(root, 'node_modules/.cache/messages')

// The generated runtime reads cookies, URLs and headers. Ours has the bundle's language only.
const runtime = `/** @typedef {${languages.map((language) => `'${language}'`).join(' | ')}} Locale */
/** @typedef {string} LocalizedString */
/**
 * @template Inputs
 * @template Options
 * @template Markup
 * @typedef {{ readonly __paraglide?: { inputs: Inputs, options: Options, markup: Markup } }} MessageMetadata
 */
export { experimentalStaticLocale, getLocale } from '../runtime.ts'
`

/** Whether `web/i18n/paraglide/` is compiled from the current messages. */
export async function areMessagesCompiled(): Promise<boolean> {
  return isBuiltFrom(compiledDirectory, await hashSources(sources))
}

/**
 * Compiles `web/i18n/messages/<language>/<area>.json` to typed functions in `web/i18n/paraglide/`.
 * Leaves an up-to-date folder alone: the compiler empties it first, while tests may be importing
 * from it.
 */
export async function compileMessages(): Promise<void> {
  if (await areMessagesCompiled()) return
  const sourcesHash = await hashSources(sources)
  // Imported lazily: the compiler takes long to load.
  const { compile } = await import('@inlang/paraglide-js')
  const project = join(projectParent, 'project.inlang')
  await mkdir(project, { recursive: true })
  await writeFile(join(project, 'settings.json'), JSON.stringify(await projectSettings()))
  await compile({
    project,
    outdir: compiledDirectory,
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    additionalFiles: { 'runtime.js': runtime },
  })
  await writeStamp(compiledDirectory, sourcesHash)
}

// The compiler resolves every path against the project's folder.
async function projectSettings(): Promise<object> {
  const fromProject = (path: string): string => relative(projectParent, join(root, path))
  const areas = await readdir(join(root, messagesDirectory, defaultLanguage))
  return {
    baseLocale: defaultLanguage,
    locales: languages,
    modules: [fromProject('node_modules/@inlang/plugin-message-format/dist/index.js')],
    'plugin.inlang.messageFormat': {
      pathPattern: areas
        .toSorted()
        .map((file) => `${fromProject(messagesDirectory)}/{locale}/${file}`),
    },
  }
}

if (import.meta.main) {
  await takeBuildLock(join(root, 'dist'))
  await compileMessages()
  // The compiler leaves timers that would keep the process for half a minute.
  process.exit()
}
