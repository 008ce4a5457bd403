import { join } from 'node:path'
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite'
import type { Language } from '#contract/language.ts'
import { joinParts } from './join-parts.ts'
import { webConfig } from '../../vite.config.ts'

const webRoot = join(import.meta.dirname, '../../web')

// The dialog that opens the admin area is loaded on a press, by a page that everybody sees.
const adminOnly =
  /[\\/]web[\\/](?:admin(?:-kit)?[\\/]|features[\\/][^\\/]+[\\/]admin-|i18n[\\/]paraglide[\\/]messages[\\/]admin_)|[\\/]content[\\/]messages[\\/]/

// What the first page loads counts more than what others load.
const firstPage = /[\\/](?:home-page\.tsx|contract[\\/]session\.ts)$/

// By default the bundler makes a file of every few functions that two pages share, up to fifty for a
// page; `planParts` joins them.
const chunkGroups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam)[\\/]/,
    priority: 3,
  },
  { name: 'frame', tags: ['$initial' as const], priority: 2 },
  {
    name: 'parts',
    test: (id: string) => !adminOnly.test(id),
    minShareCount: 2,
    entriesAware: true,
  },
]

/** Which file each module that several pages share goes to, the same in every language. */
export async function planParts(): Promise<ReadonlyMap<string, string>> {
  const made = await build(browserConfig('fr', new Map(), { write: false }))
  const { output } = [made].flat().find((one) => 'output' in one) ?? { output: [] }
  return joinParts(
    output.flatMap((file) => (file.type === 'chunk' ? [file] : [])),
    ({ fileName }) => fileName.startsWith('assets/parts-'),
    ({ moduleIds }) => {
      if (moduleIds.some((id) => adminOnly.test(id))) return 0
      return moduleIds.some((id) => firstPage.test(id)) ? 60 : 1
    },
  )
}

/** Bundles the browsers' code in one language; equal chunks of several languages are one file. */
export async function bundleForBrowsers(
  language: Language,
  outDir: string,
  parts: ReadonlyMap<string, string>,
): Promise<void> {
  await build(browserConfig(language, parts, { outDir }))
}

function browserConfig(
  language: Language,
  parts: ReadonlyMap<string, string>,
  output: NonNullable<InlineConfig['build']>,
): InlineConfig {
  const planned = {
    name: (id: string) => parts.get(id) ?? null,
    test: (id: string) => parts.has(id),
    priority: 1,
    includeDependenciesRecursively: false,
  }
  const config: InlineConfig = {
    logLevel: 'warn',
    define: {
      __LANGUAGE__: JSON.stringify(language),
      // Without Vite's preloading of what an import needs: it is off, but its code would stay.
      __VITE_IS_MODERN__: 'false',
    },
    plugins: [pureContract(), textsOfOneLanguage(language), filesOfOneLanguage(language)],
    build: {
      ...output,
      emptyOutDir: false,
      manifest: manifestName(language),
      // The content security policy allows no data: addresses.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      // The documents name their chunks themselves, and links prefetch theirs.
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // What one page loads later may be in a file that another one loads at once.
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        input: join(webRoot, 'app/client.tsx'),
        output: {
          chunkFileNames: chunkFileName,
          codeSplitting: { groups: [...chunkGroups, planned] },
        },
      },
    },
  }
  return mergeConfig(webConfig, config)
}

/**
 * Schemas and endpoints of the contract that no page reads leave the bundle: the bundler does not see
 * that making them has no other effect.
 */
function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    transform: {
      filter: { id: join(webRoot, '../contract/*.ts') },
      handler: (code) => ({
        code: code.replaceAll(
          /\bz\s*\.\w+\(|(?<= = )(?:verb|get|post|put|patch|remove)\(/g,
          '/* @__PURE__ */ $&',
        ),
        map: null,
      }),
    },
  }
}

/**
 * Exports the one language's function of each message itself. Otherwise the one that chooses among
 * the languages would stay and call it: two functions for every text.
 */
function textsOfOneLanguage(language: Language): Plugin {
  return {
    name: 'texts-of-one-language',
    transform: {
      filter: { id: join(webRoot, 'i18n/paraglide/messages/*.js') },
      handler: (code) => ({
        code: code.replace(/^export const (\w+) = .*/ms, `export { ${language}_$1 as $1 }`),
        map: null,
      }),
    },
  }
}

/** The names of the languages' modules in the package of stemmers. */
const stemmers: Readonly<Record<Language, string>> = {
  fr: 'french',
  en: 'english',
  ru: 'russian',
  es: 'spanish',
}

/** Of modules that there are for each language, a bundle has that of its own in the place of all. */
function filesOfOneLanguage(language: Language): Plugin {
  return {
    name: 'files-of-one-language',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(?:#content\/messages|@orama\/stemmers)\// },
      handler(id, importer) {
        const own = id.startsWith('#')
          ? `#content/messages/${language}.json`
          : `@orama/stemmers/${stemmers[language]}`
        return this.resolve(own, importer, { skipSelf: true })
      },
    },
  }
}

/** Bundles the program that renders pages to HTML, which the server runs, or another one beside it. */
export async function bundleRenderer(outDir: string, program = 'render.tsx'): Promise<void> {
  const config: InlineConfig = {
    logLevel: 'warn',
    // Whole, and as in production: the server's own packages need none of what pages import.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: join(webRoot, 'app/renderer', program),
      assetsInlineLimit: 0,
      ssrEmitAssets: false,
      // Its code stays in memory as text; the names stay in it for traces of errors.
      rolldownOptions: {
        output: { minify: { compress: true, mangle: false, codegen: true } },
        // A program needs no separate file for what browsers load later.
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      },
    },
  }
  await build(mergeConfig(webConfig, config))
}

export function manifestName(language: Language): string {
  return `manifest-${language}.json`
}

// The bundler would name a shared file after all the pages that share it.
function chunkFileName({ name }: { readonly name: string }): string {
  return `assets/${name.replace(/^parts~.*/, 'parts')}-[hash].js`
}
