import { languages } from '../../contract/language.ts'
import { notFoundRoute } from '../../web/routes.tsx'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { allPages, unknownPage } from './pages.ts'
import { wordsOf } from './words.ts'

test('a crawler finds every page in every language, by addresses that keep what they say', async ({
  request,
  product,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemapAddress = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  expect(sitemapAddress).toBe(`${product.origin}/sitemap.xml`)
  const sitemap = await (await request.get(sitemapAddress)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(100)
  expect(new Set(addresses).size).toBe(addresses.length)
  const heads = new Map<string, string>()
  for (const address of addresses) {
    const answer = await request.get(address, { headers: { 'accept-language': 'en' } })
    const html = await answer.text()
    const language = new URL(address).searchParams.get('lang') ?? 'en'
    expect.soft(html, address).toContain(`<html lang="${language}">`)
    expect.soft(answer.headers()['content-language'], address).toBe(language)
    expect.soft(html, address).toContain(`<link rel="canonical" href="${address}">`)
    expect.soft(html, address).not.toContain('noindex')
    const alternates = [...html.matchAll(/hreflang="[\w-]+" href="([^"]+)"/g)]
    expect.soft(alternates, address).toHaveLength(languages.length + 1)
    for (const [, alternate = ''] of alternates)
      expect.soft(addresses, address).toContain(alternate)
    if (address.includes('?')) expectOwnWords(heads, html, address)
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const pictureAnswer = await request.head(picture)
    expect.soft(pictureAnswer.headers()['content-type'], picture).toBe('image/jpeg')
  }
})

/** No two pages of a language have the same title or description. */
function expectOwnWords(heads: Map<string, string>, html: string, address: string): void {
  const language = new URL(address).searchParams.get('lang')
  for (const pattern of [/<title>([^<]+)</, /name="description" content="([^"]+)"/]) {
    const words = `${language} ${pattern.exec(html)?.[1] ?? ''}`
    expect.soft(heads.get(words), `${address} says the same`).toBeUndefined()
    heads.set(words, address)
  }
}

test('what is one visitor’s own is not to be found', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const unlisted = [...allPages, notFoundRoute.path].filter(
    (path) => !sitemap.includes(`${path === '/' ? '' : path}?lang=fr<`) && path !== '/',
  )
  expect(unlisted).toContain('/orders')
  expect(unlisted).toContain('/admin')
  for (const path of unlisted) {
    const answer = await request.get(path === notFoundRoute.path ? unknownPage : path)
    const html = await answer.text()
    const isCopy = /rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.endsWith(path) === false
    if (isCopy) continue
    expect.soft(answer.headers()['x-robots-tag'], path).toBe('noindex')
    expect.soft(html, path).toContain('<meta name="robots" content="noindex">')
  }
})

test('an address with a language shows it, keeps it and then leaves it to the visitor', async ({
  page,
  context,
}) => {
  await page.goto('/donation?from=mail&lang=ru#offers')
  await expect(heading(page)).toHaveText(wordsOf('ru')('donation_title'))
  await expect(page).toHaveURL('/donation?from=mail#offers')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ru')
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'language')?.value).toBe('ru')
  await page.goto('/rules')
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'ru')
  await page.getByRole('button', { name: `${wordsOf('ru')('nav_language')} ru` }).click()
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'es')
  await page.goto('/rules?lang=xx')
  await expect(page).toHaveURL('/rules')
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'es')
})
