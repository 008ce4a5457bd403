import { expect, test } from 'vitest'
import { sitemap } from './page-listing.ts'

test('names a page in every language, each with all its translations', () => {
  const entries = sitemap('https://shop.example', ['/', '/rules']).match(/<url>.*<\/url>/g) ?? []
  expect(entries).toHaveLength(10)
  const addresses = ['?lang=fr', '?lang=en', '?lang=ru', '?lang=es', ''].map(
    (query) => `https://shop.example/rules${query}`,
  )
  for (const address of addresses) {
    const entry = entries.find((one) => one.includes(`<loc>${address}</loc>`)) ?? ''
    const links = [...entry.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)]
    expect(links.map(([, language, href]) => [language, href])).toEqual(
      ['fr', 'en', 'ru', 'es', 'x-default'].map((language, index) => [language, addresses[index]]),
    )
  }
})
