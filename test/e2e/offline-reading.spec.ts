import type { Locator, Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { expect, test } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { nextBuildMark, startRelease } from './release.ts'
import { wordsOf, type Words } from './words.ts'

const french = wordsOf('fr')
const russian = wordsOf('ru')

// The requests for the event stream and the session fail, and the browser logs that.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to fetch/,
  ],
})

test('guides and rules can be read offline once one was opened, and nothing else can', async ({
  page,
  context,
}) => {
  await page.goto('/guide/raiding')
  await untilSaved(page, 'fr')
  const title = await heading(page).innerText()
  await expect(savedNotice(page)).toBeHidden()

  await context.setOffline(true)
  await expect(savedNotice(page)).toBeVisible()
  await page.reload()
  await expect(heading(page)).toHaveText(title)
  await expect(savedNotice(page)).toBeVisible()

  // Another language would have to be loaded: the page stays as it is, and explains why.
  await page.getByRole('button', { name: 'Langue fr' }).click()
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(toasts(page, french)).toContainText(french('offline_link_text'))
  await expect(heading(page)).toHaveText(title)
  await page.keyboard.press('Escape')

  // A link within the site, then an address that was never opened.
  await page
    .getByRole('main')
    .getByRole('link', { name: french('section_guides') })
    .first()
    .click()
  await expect(page).toHaveURL('/guide')
  await expect(heading(page)).toHaveText(french('section_guides'))
  await page.goto('/rules/general')
  await expect(heading(page)).toBeVisible()
  await expect(savedNotice(page)).toBeVisible()
  await page.goto('/rules?lang=fr')
  await expect(heading(page)).toHaveText(french('section_rules'))
  await expect(page).toHaveURL('/rules')

  for (const path of ['/', '/checkout', '/donation']) {
    await expect(page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  }
  await context.setOffline(false)
  await page.goto('/rules')
  await expect(savedNotice(page)).toBeHidden()

  // The saved pages follow the language, even when it is changed elsewhere.
  await page.goto('/donation')
  await page.getByRole('button', { name: 'Langue fr' }).click()
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'ru')
  await untilSaved(page, 'ru')
  await context.setOffline(true)
  await page.goto('/rules')
  await expect(heading(page)).toHaveText(russian('section_rules'))
  await expect(savedNotice(page, russian)).toBeVisible()
})

test('a new build replaces the old one, whole', async ({ page, product }) => {
  const release = await startRelease(product.origin)
  try {
    await page.goto(`${release.origin}/guide/armour`)
    await untilSaved(page, 'fr')
    const [before] = await savedNames(page)
    release.publishNext()
    await page.reload()
    await expect.poll(() => savedNames(page)).toEqual([expect.stringMatching(/^reading next fr /)])
    expect(before).not.toMatch(/^reading next /)
    await untilSaved(page, 'fr')
    const saved = await page.evaluate(async () => {
      const documents = await Promise.all(
        ['/guide', '/guide/armour', '/rules', '/rules/general'].map((path) => caches.match(path)),
      )
      return Promise.all(documents.map(async (document) => document?.text()))
    })
    for (const html of saved) expect(html).toContain(nextBuildMark)
  } finally {
    await release.stop()
  }
  // Not offline, but the server is down, which the browser cannot know beforehand.
  await page.reload()
  await expect(savedNotice(page)).toBeVisible()
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'next')
})

function savedNotice(page: Page, words: Words = french): Locator {
  const [start = ''] = words('meta_saved_version', { date: '|' }).split('|')
  return page.getByText(start)
}

async function savedNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => caches.keys())
}

/** Waits until all guides and rules are on the device in a language. */
async function untilSaved(page: Page, language: Language): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [whole, rules] = [await caches.match('/saved-at'), await caches.match('/rules')]
        return whole && rules ? /lang="(\w+)"/.exec(await rules.text())?.[1] : undefined
      }),
    )
    .toBe(language)
}
