import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import readGuide from 'content:guides/raiding'
import { setLanguage } from '#web/i18n/runtime.ts'
import { DocumentPage } from './document-page.tsx'
import { DocumentTiles } from './document-tiles.tsx'
import { documentsOf, type DrawnDocument } from './documents.ts'

afterEach(() => setLanguage('fr'))

function htmlOf(document: DrawnDocument): string {
  return renderToStaticMarkup(
    <Router ssrPath="/guide/raiding">
      <DocumentPage document={document} />
    </Router>,
  )
}

test('a text in another language than the page has a notice and a lang attribute', () => {
  const french = readGuide()
  setLanguage('en')
  const html = htmlOf(french)
  expect(html).toContain('This text is not translated yet')
  expect(html).toMatch(/<h1 lang="fr"/)
  expect(html).toContain('<div lang="fr" class="document">')
})

test('the tile of such a text has a lang attribute', () => {
  const french = documentsOf('rules')
  setLanguage('en')
  const documents = [...french.slice(0, 1), ...documentsOf('rules').slice(1)]
  const html = renderToStaticMarkup(
    <Router ssrPath="/rules">
      <DocumentTiles documents={documents} pictures={{}} otherPicture="<svg></svg>" className="" />
    </Router>,
  )
  expect(html.match(/<li[^>]*>/g)).toEqual(['<li lang="fr">', '<li>', '<li>', '<li>'])
})

test.each(['fr', 'en', 'ru', 'es'] as const)(
  'a text in %s is shown in that language',
  (language) => {
    setLanguage(language)
    const document = readGuide()
    expect(document.language).toBe(language)
    const html = htmlOf(document)
    expect(html).not.toContain('lang=')
    expect(html).toContain('id="section-1"')
    expect(html).toContain(`<time dateTime="${document.changed}">`)
  },
)

test('a recipe shows its ingredients with their counts, and its product', () => {
  const [recipe = ''] = /<ul class="recipe">.*?<\/ul>/s.exec(htmlOf(readGuide())) ?? []
  const words = recipe.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '')
  expect(words).toMatch(/^(\d\u00A0× [^×]+){2,}Résultat\u00A0: [^×]+$/)
})
