import { expect, test } from 'vitest'
import { documentHtml } from './document.ts'

const page = {
  language: 'ru',
  title: '<Правила> & "рейды"',
  description: 'все',
  content: '<h1>Правила</h1>',
  ownDocument: false,
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

test('only a document of its own has a place for the nonce', () => {
  expect(documentHtml(page)).not.toContain('CSP_NONCE')
  expect(documentHtml({ ...page, ownDocument: true })).toContain(
    '<meta name="csp-nonce" content="%CSP_NONCE%">',
  )
})

test('has no inline script or style', () => {
  expect(documentHtml(page)).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=/)
})
