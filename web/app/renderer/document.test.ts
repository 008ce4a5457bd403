import { expect, test } from 'vitest'
import { setSite, site } from '#web/app/site.ts'
import { documentHtml } from './document.ts'

const page = {
  language: 'ru',
  origin: 'https://shop.example',
  isLanguageInAddress: false,
  title: '<Правила> & "рейды"',
  description: 'все',
  content: '<h1>Правила</h1>',
  ownDocument: false,
  isFound: true,
  answers: [[['news'], '</script><b>', '/api/documents "1"']],
  listed: true,
  needsScript: false,
  canonicalPath: '/rules',
  picture: { name: 'rules', alt: () => 'Доска "правил"' },
  assets: {
    script: '/assets/client.js',
    modules: ['/assets/page.js'],
    stylesheets: ['/assets/style.css'],
    fonts: [],
  },
} as const

test('names the language and escapes the texts of the head', () => {
  const html = documentHtml(page)
  expect(html).toContain('<html lang="ru">')
  expect(html).toContain('<title>&lt;Правила&gt; &amp; &quot;рейды&quot;</title>')
  expect(html).toContain('<div id="root"><h1>Правила</h1></div>')
})

test('only a page with `ownDocument` has a place for the nonce', () => {
  expect(documentHtml(page)).not.toContain('CSP_NONCE')
  expect(documentHtml({ ...page, ownDocument: true })).toContain(
    '<meta name="csp-nonce" content="%CSP_NONCE%">',
  )
})

test('has no inline script or style', () => {
  expect(documentHtml(page)).not.toMatch(
    /<script(?![^>]* (?:src=|type="application\/json"))|<style|\sstyle=/,
  )
})

test('links its own address, its translations, and the language if its address says it', () => {
  const html = documentHtml(page)
  expect(html).toContain('<link rel="canonical" href="https://shop.example/rules">')
  for (const language of ['fr', 'en', 'ru', 'es']) {
    expect(html).toContain(
      `<link rel="alternate" hreflang="${language}" href="https://shop.example/rules?lang=${language}">`,
    )
  }
  expect(html).toContain(
    '<link rel="alternate" hreflang="x-default" href="https://shop.example/rules">',
  )
  expect(html).not.toContain('noindex')
  expect(documentHtml({ ...page, isLanguageInAddress: true })).toContain(
    '<link rel="canonical" href="https://shop.example/rules?lang=ru">',
  )
})

test('has a title, a text and a picture for previews of shared links', () => {
  const html = documentHtml(page)
  for (const [property, content] of [
    ['og:title', '&lt;Правила&gt; &amp; &quot;рейды&quot;'],
    ['og:url', 'https://shop.example/rules'],
    ['og:locale', 'ru_RU'],
    ['og:locale:alternate', 'fr_FR'],
    ['og:image', 'https://shop.example/social/rules.jpg'],
    ['og:image:alt', 'Доска &quot;правил&quot;'],
  ]) {
    expect(html).toContain(`<meta property="${property}" content="${content}">`)
  }
  expect(html).not.toContain('content="https://shop.example/rules?')
})

test('an unlisted page has no address for search engines', () => {
  const html = documentHtml({ ...page, listed: false })
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toMatch(/canonical|hreflang|og:url/)
})

test('carries the answers of the first view, whatever is in them', () => {
  const [, json = ''] = /id="first-view">(.*?)<\/script>/.exec(documentHtml(page)) ?? []
  expect(JSON.parse(json)).toEqual(page.answers)
})

test('decides before the first paint about notices, where there are any', () => {
  expect(documentHtml(page)).not.toContain('closed-notices')
  const before = site()
  const text = { fr: 'Wipe' }
  const notice = { id: 'wipe', text, from: '2026-11-27T18:00:00.000Z', tone: 'info' } as const
  setSite({ ...before, notices: [notice] })
  const html = documentHtml(page)
  setSite(before)
  // Neither a module nor deferred: both would run after it.
  expect(html).toMatch(/<script src="\/closed-notices.js"><\/script>[^]*<link rel="stylesheet"/)
})
