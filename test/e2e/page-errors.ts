import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test'

/**
 * Watches every page of a context, those that it opens later too, for console errors, uncaught
 * exceptions, failed requests, answers of 4xx or 5xx and CSP violations. Returns the list of them.
 */
export function collectPageErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = []
  const report = (error: string): void => {
    errors.push(error)
  }
  for (const page of context.pages()) watchPage(page, report)
  context.on('page', (page) => watchPage(page, report))
  return errors
}

function watchPage(page: Page, report: (error: string) => void): void {
  page.on('console', (message) => {
    if (isError(message)) report(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => report(`exception: ${error.stack || error.message}`))
  page.on('requestfailed', (request) => {
    if (!wasAborted(request)) {
      report(`request failed: ${request.url()} ${request.failure()?.errorText}`)
    }
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`status ${response.status()}: ${response.url()}`)
  })
}

/** Chromium reports CSP violations as console errors, and as warnings where a policy only reports. */
function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' || /Content Security Policy/i.test(message.text())
}

/** Leaving a page ends its event stream and its unfinished requests. */
function wasAborted(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED'
}
