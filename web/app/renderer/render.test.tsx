import { expect, test } from 'vitest'
import { loadPage } from '#web/app/page-loader.ts'
import { queryKeys } from '#web/app/query-client.ts'
import { routeAt } from '#web/app/routes.tsx'
import { site } from '#web/app/site.ts'
import { documentQuery } from '#web/features/guides/documents.ts'
import { renderer } from './render.tsx'

const path = '/guide/raiding'
const found = {
  route: '/guide/:slug',
  path,
  isFound: true,
  isListed: true,
  source: '',
  firstView: [],
}
const request = {
  language: 'fr',
  origin: 'https://shop.example',
  isLanguageInAddress: false,
  assets: { script: '/app.js', stylesheets: [], fonts: [], modules: [] },
} as const

test.each([
  ['/cart', 'fr', /<noscript>.*Les articles que vous avez choisis\..*JavaScript/],
  ['/orders', 'en', /<noscript>.*Your purchases, .*JavaScript/],
  ['/perks', 'ru', /<noscript>.*[А-я].*JavaScript/],
  ['/account', 'es', /<noscript>.*Tus pedidos.*JavaScript/],
  ['/team', 'fr', null],
  ['/coming-soon', 'fr', null],
] as const)('without a script %s in %s says what it is for', async (address, language, words) => {
  await loadPage(routeAt(address))
  const { html } = renderer.render(
    { ...found, route: address, path: address },
    { ...request, language, answers: [[queryKeys.site, site()]] },
  )
  if (words) expect(html).toMatch(words)
  else expect(html).not.toContain('<noscript>')
})

test('a page whose title throws is as broken as one whose content does', () => {
  // No title can be made of it.
  const document = { title: Object.create(null) }
  const rendered = renderer.render(found, {
    ...request,
    answers: [
      [queryKeys.site, site()],
      [documentQuery(path).queryKey, document],
    ],
  })
  expect(rendered.fault).toBeInstanceOf(TypeError)
  expect(rendered.html).toContain('<div id="root"></div>')
})
