import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Language } from '#contract/language.ts'
import { shippedDocuments } from '#test/shipped-documents.ts'
import { carry } from '#web/app/first-view.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { loadDrawings } from './document-drawing.tsx'
import DocumentPage, { firstView } from './document-page.tsx'
import { DocumentTiles } from './document-tiles.tsx'

beforeAll(() => loadDrawings())

afterEach(() => {
  setLanguage('fr')
  carry([])
})

const path = '/guide/raiding'
const guideIn = (language: Language) => shippedDocuments.read('guides', 'raiding', language)

/** The page of a guide in the page's language, whose text may be in another. */
function htmlOf(textLanguage: Language): string {
  carry(firstView(path).map(({ queryKey }) => [queryKey, guideIn(textLanguage)]))
  return renderToStaticMarkup(
    <Router ssrPath={path}>
      <DocumentPage />
    </Router>,
  )
}

test('a text in another language than the page has a notice and a lang attribute', () => {
  setLanguage('en')
  const html = htmlOf('fr')
  expect(html).toContain('This text is not translated yet')
  expect(html).toMatch(/<h1 lang="fr"/)
  expect(html).toContain('<div lang="fr" class="document">')
})

test('the tile of such a text has a lang attribute', () => {
  setLanguage('en')
  const [french] = shippedDocuments.list('fr', 'rules').documents
  const [, ...english] = shippedDocuments.list('en', 'rules').documents
  const html = renderToStaticMarkup(
    <Router ssrPath="/rules">
      <DocumentTiles
        documents={french ? [french, ...english] : []}
        pictures={{}}
        otherPicture="<svg></svg>"
        className=""
      />
    </Router>,
  )
  expect(html.match(/<li[^>]*>/g)).toEqual(['<li lang="fr">', '<li>', '<li>', '<li>'])
})

test.each(['fr', 'en', 'ru', 'es'] as const)(
  'a text in %s is shown in that language',
  (language) => {
    setLanguage(language)
    const html = htmlOf(language)
    expect(html).not.toContain('lang=')
    expect(html).toContain('id="section-1"')
    expect(html).toContain(`<time dateTime="${guideIn(language).changed}">`)
  },
)

test('a recipe shows its ingredients with their counts and drawings, and its product', () => {
  const [recipe = ''] = /<ul class="recipe">.*?<\/ul>/s.exec(htmlOf('fr')) ?? []
  expect(recipe.match(/<svg viewBox="0 0 120 120"/g)?.length).toBeGreaterThan(2)
  const words = recipe.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '')
  expect(words).toMatch(/^(\d\u00A0× [^×]+){2,}Résultat\u00A0: [^×]+$/)
})
