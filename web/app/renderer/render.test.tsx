import { expect, test } from 'vitest'
import { queryKeys } from '#web/app/query-client.ts'
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

test('a page whose title throws is as broken as one whose content does', () => {
  // No title can be made of it.
  const document = { title: Object.create(null) }
  const rendered = renderer.render(found, {
    language: 'fr',
    origin: 'https://shop.example',
    isLanguageInAddress: false,
    assets: { script: '/app.js', stylesheets: [], fonts: [], modules: [] },
    answers: [
      [queryKeys.site, site()],
      [documentQuery(path).queryKey, document],
    ],
  })
  expect(rendered.fault).toBeInstanceOf(TypeError)
  expect(rendered.html).toContain('<div id="root"></div>')
})
