import path from 'node:path'
import pino from 'pino'
import type { Language } from '#contract/language.ts'
import { createPages, openBuiltPages } from '#server/http/pages/pages.ts'

/** The folder of the last build. */
export const buildDirectory = path.resolve(import.meta.dirname, '../dist/web')

/** The paths of all pages of the last build; `:id` in one stands for any segment. */
export async function listPagePaths(): Promise<readonly string[]> {
  return (await openBuiltPages(buildDirectory)).renderer.paths()
}

const pages = createPages({
  built: () => openBuiltPages(buildDirectory),
  findAnswer: () => undefined,
  publicOrigin: 'https://shop.example',
  log: pino({ level: 'silent' }),
  noteConnection: () => Promise.resolve(),
})

/** The HTML of a page of the last build. */
export async function renderPage(pagePath: string, language: Language): Promise<string> {
  const { file } = await pages.read(pagePath, language, false)
  return new TextDecoder().decode(file.content)
}
