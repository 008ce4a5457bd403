import { languages } from '#contract/language.ts'
import { notFoundRoute } from '#web/app/routes.tsx'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { allPages, unknownPage } from './pages.ts'
import { wordsOf } from './words.ts'

test('a crawler finds every page in every language, by addresses that keep what they say', async ({
  product,
}) => {
  const read = async (address: string) => (await fetch(new URL(address, product.origin))).text()
  const sitemapAddress = /^Sitemap: (.+)$/m.exec(await read('/robots.txt'))?.[1] ?? ''
  expect(sitemapAddress).toBe(`${product.origin}/sitemap.xml`)
  const sitemap = await read(sitemapAddress)
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(100)
  expect(new Set(addresses).size).toBe(addresses.length)
  const pages = await Promise.all(addresses.map(crawl))
  expect(pages.flatMap((page) => findFaults(page, addresses))).toEqual([])
  // No two pages of a language have the same title or description.
  const words = pages.flatMap(({ isChosen, language, title, description }) =>
    isChosen ? [`${language} ${title}`, `${language} ${description}`] : [],
  )
  expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([])
  const pictures = [...new Set(pages.map(({ picture }) => picture))]
  const types = await Promise.all(
    pictures.map(async (picture) => {
      const { headers } = await fetch(picture, { method: 'HEAD' })
      return `${picture} ${headers.get('content-type')}`
    }),
  )
  expect(types).toEqual(pictures.map((picture) => `${picture} image/jpeg`))
})

interface CrawledPage {
  readonly address: string
  /** Whether the address names the language, instead of leaving it to the visitor's browser. */
  readonly isChosen: boolean
  readonly language: string
  readonly contentLanguage: string | null
  readonly html: string
  readonly title: string
  readonly description: string
  readonly picture: string
}

async function crawl(address: string): Promise<CrawledPage> {
  const answer = await fetch(address, { headers: { 'accept-language': 'en' } })
  const html = await answer.text()
  const chosen = new URL(address).searchParams.get('lang')
  return {
    address,
    isChosen: chosen !== null,
    language: chosen ?? 'en',
    contentLanguage: answer.headers.get('content-language'),
    html,
    title: /<title>([^<]+)</.exec(html)?.[1] ?? '',
    description: /name="description" content="([^"]+)"/.exec(html)?.[1] ?? '',
    picture: /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '',
  }
}

function findFaults(page: CrawledPage, addresses: readonly string[]): readonly string[] {
  const { address, language, contentLanguage, html } = page
  const alternates = [...html.matchAll(/hreflang="[\w-]+" href="([^"]+)"/g)]
  const truths: Readonly<Record<string, boolean>> = {
    'has the language in its HTML': html.includes(`<html lang="${language}">`),
    'has the language in its header': contentLanguage === language,
    'is its own canonical address': html.includes(`<link rel="canonical" href="${address}">`),
    'may be listed': !html.includes('noindex'),
    'names every language': alternates.length === languages.length + 1,
    'names addresses of the sitemap': alternates.every(([, other = '']) =>
      addresses.includes(other),
    ),
  }
  return Object.entries(truths).flatMap(([truth, holds]) => (holds ? [] : [`${address}: ${truth}`]))
}

test('pages of one visitor alone cannot be found', async ({ product }) => {
  const sitemap = await (await fetch(`${product.origin}/sitemap.xml`)).text()
  const unlisted = [...allPages, notFoundRoute.path].filter(
    (path) => !sitemap.includes(`${path === '/' ? '' : path}?lang=fr<`) && path !== '/',
  )
  expect(unlisted).toContain('/orders')
  expect(unlisted).toContain('/admin')
  for (const path of unlisted) {
    const address = path === notFoundRoute.path ? unknownPage : path
    const answer = await fetch(product.origin + address)
    const html = await answer.text()
    const isCopy = /rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.endsWith(path) === false
    if (isCopy) continue
    expect.soft(answer.headers.get('x-robots-tag'), path).toBe('noindex')
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
