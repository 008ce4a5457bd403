import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages, type Language } from '#contract/language.ts'
import type * as Renderer from '#web/app/prerender/render.tsx'
import { manifestName } from './bundle.ts'
import { chunksOf, emittedFile, readManifest, stylesheetsOf } from './manifest.ts'

const entrySource = 'app/client.tsx'
const latinFonts = ['golos-text-latin-400', 'tektur-latin']
const cyrillicFonts = ['golos-text-cyrillic-400', 'tektur-cyrillic']

/**
 * Writes every page in every language to `pages/`, and a web manifest in each to `public/`. Returns
 * the pages that search engines may show.
 */
export async function prerender(webDirectory: string, rendererDirectory: string) {
  const rendererFile = pathToFileURL(join(rendererDirectory, 'render.js')).href
  const renderer: typeof Renderer = await import(rendererFile)
  for (const language of languages) await prerenderLanguage(renderer, language, webDirectory)
  return {
    pageCount: languages.length * (renderer.pages.length + 1),
    listedPaths: renderer.listedPaths,
  }
}

async function prerenderLanguage(
  renderer: typeof Renderer,
  language: Language,
  webDirectory: string,
): Promise<void> {
  const manifest = await readManifest(join(webDirectory, manifestName(language)))
  const entry = chunksOf(manifest, entrySource)
  await writeFile(
    join(webDirectory, 'public', renderer.manifestAddress(language)),
    renderer.renderManifest(language),
  )
  for (const page of [...renderer.pages, renderer.notFoundPage]) {
    const html = await renderer.renderDocument(page, language, {
      script: emittedFile(manifest, entrySource),
      modules: [...new Set([...entry, ...chunksOf(manifest, page.source)])].slice(1),
      stylesheets: stylesheetsOf(manifest),
      fonts: fontsOf(language).map((name) => emittedFile(manifest, `ui/fonts/${name}.woff2`)),
    })
    refuseInlineStyles(html, page.path)
    const name = page === renderer.notFoundPage ? '404.html' : fileOf(page.path)
    const file = join(webDirectory, 'pages', language, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
}

/** File names on Windows cannot contain `:`, so the page `/team/edit/:id` is in the folder `/team/edit/$id`. */
function fileOf(path: string): string {
  return join(path.replaceAll(':', '$'), 'index.html')
}

// The content security policy would silently drop the style, on the first paint only.
function refuseInlineStyles(html: string, path: string): void {
  const [inlineStyle] = /<[^>]+\sstyle="[^"]*"/.exec(html) ?? []
  if (inlineStyle !== undefined) throw new Error(`inline style on ${path}: ${inlineStyle}`)
}

/** The fonts of the first view of every page. */
function fontsOf(language: Language): readonly string[] {
  return language === 'ru' ? [...latinFonts, ...cyrillicFonts] : latinFonts
}
