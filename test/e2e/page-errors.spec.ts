import { expect, test, type BrowserContext } from '@playwright/test'
import { collectPageErrors } from './page-errors.ts'

const address = 'http://page.example/'

/** A page with a policy; all other addresses are missing. Testing the watch needs no product. */
async function servePage(context: BrowserContext): Promise<void> {
  await context.route('**/*', (route) =>
    route.request().url() === address
      ? route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': "script-src 'self'" },
          body: '<!doctype html><link rel="icon" href="data:," /><title>Page</title>',
        })
      : route.fulfill({ status: 404 }),
  )
}

test.beforeEach(({ context }) => servePage(context))

test('a page without errors is not reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.goto(address)
  await page.evaluate(() => console.warn('all is well'))
  expect(errors).toEqual([])
})

test('a console error is reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.goto(address)
  await page.evaluate(() => console.error('made up'))
  expect(errors).toEqual([expect.stringContaining('console: made up')])
})

test('an uncaught exception is reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.goto(address)
  await page.evaluate(() => void Promise.reject(new Error('made up')))
  await expect.poll(() => errors).toEqual([expect.stringContaining('exception: Error: made up')])
})

test('an answer that refuses is reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.goto(address)
  await page.evaluate(() => fetch('/made-up'))
  await expect.poll(() => errors).toContain(`status 404: ${address}made-up`)
})

test('a request without an answer is reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.route('**/made-up', (route) => route.abort('connectionrefused'))
  await page.goto(address)
  await page.evaluate(() => fetch('/made-up').catch(() => {}))
  await expect.poll(() => errors.join()).toContain(`request failed: ${address}made-up`)
})

test('a violation of the content security policy is reported', async ({ context, page }) => {
  const errors = collectPageErrors(context)
  await page.goto(address)
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('script'), { text: 'made = up' }))
  })
  await expect.poll(() => errors.join()).toContain('Content Security Policy')
})

test('a second window is watched as well', async ({ context }) => {
  const errors = collectPageErrors(context)
  const second = await context.newPage()
  await second.goto(address)
  await second.evaluate(() => console.error('made up'))
  expect(errors).toEqual([expect.stringContaining('console: made up')])
})
