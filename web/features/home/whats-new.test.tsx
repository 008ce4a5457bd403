import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { shippedDocuments } from '#test/shipped-documents.ts'
import { carry } from '#web/app/first-view.ts'
import { documentListQuery } from '#web/features/guides/documents.ts'
import { shopItemsQuery } from '#web/features/skins/shop-items.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { LatestNews, News, NewestSkins } from './whats-new.tsx'

afterEach(() => {
  setLanguage('fr')
  carry([])
})

test.each(['fr', 'en', 'ru', 'es'] as const)(
  'shows the three latest titles in %s, and leads to all news',
  (language) => {
    setLanguage(language)
    const list = shippedDocuments.list(language, 'latest-news')
    carry([[documentListQuery('latest-news').queryKey, list]])
    const html = renderToStaticMarkup(
      <Router ssrPath="/">
        <LatestNews />
      </Router>,
    )
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    expect(links).toEqual(['/news', ...list.documents.map(({ slug }) => `/news/${slug}`)])
    for (const { title } of list.documents) expect(html).toContain(title)
    expect(html).not.toContain('lang=')
  },
)

test('there is no heading of news without any', () => {
  carry([[documentListQuery('latest-news').queryKey, { version: '1', documents: [] }]])
  expect(renderToStaticMarkup(<LatestNews />)).toBe('')
})

test('news that cannot be loaded say so, with a way to try again', () => {
  const problem = new ApiProblem('network_error', 0)
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <News
        list={{
          state: { status: 'failed', problem },
          data: undefined,
          problem,
          isFetching: false,
          refetch: async () => {},
        }}
      />
    </Router>,
  )
  expect(html).toContain(m.home_news_failed())
  expect(html).toContain(m.retry())
})

test('the newest skins leave out what is sold out', () => {
  const skin = {
    price: 500,
    image_url: '/media/skins/a.webp',
    created_at: '2026-11-01T00:00:00Z',
    position: null,
  }
  const list = [
    { ...skin, id: 'a', name: 'Gone', stock: 0 },
    { ...skin, id: 'b', name: 'Limited', stock: 2 },
    { ...skin, id: 'c', name: 'Unlimited', stock: null },
  ]
  carry([[shopItemsQuery.queryKey, list]])
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <NewestSkins />
    </Router>,
  )
  expect(html).toContain('Limited')
  expect(html).toContain('Unlimited')
  expect(html).not.toContain('Gone')
})
