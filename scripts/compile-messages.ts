import { existsSync, globSync, statSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { defaultLanguage, languages } from '../contract/language.ts'
import { takeBuildLock } from './web-build/build-lock.ts'

const root = join(import.meta.dirname, '..')
const messagesDirectory = 'web/i18n/messages'
const projectParent = join(root, 'node_modules/.cache/messages')

// The generated runtime reads cookies, URLs and headers. Ours only knows the language of the bundle.
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

/** Whether `web/i18n/paraglide/` is newer than every message and than this file, which shapes it. */
export function areMessagesCompiled(): boolean {
  const compiled = join(root, 'web/i18n/paraglide/messages.js')
  if (!existsSync(compiled)) return false
  // The folders count as well: deleting a file changes nothing but its folder.
  const sources = [import.meta.filename, ...globSync(join(root, messagesDirectory, '**'))]
  return Math.max(...sources.map((file) => statSync(file).mtimeMs)) <= statSync(compiled).mtimeMs
}

/**
 * Compiles `web/i18n/messages/<language>/<area>.json` to typed functions in `web/i18n/paraglide/`. It
 * leaves them alone when they are up to date: the compiler empties the folder first, and tests may be
 * importing them.
 */
export async function compileMessages(): Promise<void> {
  if (areMessagesCompiled()) return
  // Loaded here: whoever only asks whether they are up to date needs none of it.
  const { compile } = await import('@inlang/paraglide-js')
  const project = join(projectParent, 'project.inlang')
  await mkdir(project, { recursive: true })
  await writeFile(join(project, 'settings.json'), JSON.stringify(await projectSettings()))
  await compile({
    project,
    outdir: join(root, 'web/i18n/paraglide'),
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    additionalFiles: { 'runtime.js': runtime },
  })
}

// The compiler resolves every path against the folder that the project lies in.
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
  await takeBuildLock(root)
  await compileMessages()
  // The compiler leaves timers behind that would keep the process for half a minute.
  process.exit()
}
