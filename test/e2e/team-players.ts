import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, fromOwnNetwork, test as base } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { waitForHydration } from './hydration.ts'
import { collectPageErrors } from './page-errors.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')

interface TeamFixtures {
  /** A browser with its own storage, and its visitor's actions in the team finder. */
  readonly newPlayer: () => Promise<TeamPlayer>
}

/** A journey of several players, or of one with several devices. */
export const test = base.extend<TeamFixtures>({
  // Together they would exceed the limit of posts.
  extraHTTPHeaders: async ({ locale: _locale }, use) => use(fromOwnNetwork()),
  newPlayer: async (
    { browser, baseURL, extraHTTPHeaders, serviceWorkers, locale, expectedErrors },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    const errors: (readonly string[])[] = []
    await use(async () => {
      const options = { baseURL, extraHTTPHeaders, serviceWorkers, locale }
      const context = await browser.newContext(options)
      contexts.push(context)
      waitForHydration(context)
      errors.push(collectPageErrors(context))
      return teamPlayer(await context.newPage())
    })
    await Promise.all(contexts.map((context) => context.close()))
    const unexpected = errors
      .flat()
      .filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    expect(unexpected).toEqual([])
  },
})

export type TeamPlayer = ReturnType<typeof teamPlayer>

/** A visitor's views and actions in the team finder. */
export function teamPlayer(page: Page) {
  const button = (key: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name: french(key), exact: true })
  const cards = page.getByRole('article')
  const ownListings = page.getByRole('list', { name: french('team_list_own') })
  const edit = (within: Page | Locator): Locator =>
    within.getByRole('link', { name: french('team_list_edit') })
  const description = page.getByRole('textbox', { name: french('team_form_description') })
  const discordName = page.getByRole('textbox', { name: french('team_form_discord') })
  const atTheList = async (): Promise<void> => {
    await expect(page).toHaveURL('/team')
    await expect(heading(page)).toHaveText(french('section_team_finder'))
  }
  return {
    page,
    cards,
    description,
    ownListings,
    edit,
    button,
    /** A card in the public list. */
    card: (text: string) => cards.filter({ hasText: text }),
    /** A line of the visitor's own listings. */
    own: (text: string) => ownListings.getByRole('listitem').filter({ hasText: text }),
    told: (key: string) => expect(toasts(page, french)).toContainText(french(key)),
    /** Opens the list; from then on the page receives events. */
    open: async (): Promise<void> => {
      const listens = page.waitForResponse('**/api/events*')
      await page.goto('/team')
      await listens
    },
    post: async (text: string, name: string): Promise<void> => {
      await page
        .getByRole('link', { name: french('team_list_create') })
        .first()
        .click()
      await expect(page).toHaveURL('/team/create')
      await description.fill(text)
      await discordName.fill(name)
      await button('team_form_post').click()
      await atTheList()
    },
    startEditing: async (text: string): Promise<void> => {
      await edit(ownListings.getByRole('listitem').filter({ hasText: text })).click()
      await expect(description).toHaveValue(new RegExp(text))
    },
    change: async (from: string, to: string): Promise<void> => {
      await edit(ownListings.getByRole('listitem').filter({ hasText: from })).click()
      await expect(description).toHaveValue(from)
      await description.fill(to)
      await button('team_form_update').click()
      await atTheList()
    },
    askToDelete: async (text: string): Promise<Locator> => {
      const line = ownListings.getByRole('listitem').filter({ hasText: text })
      await button('team_list_delete', line).click()
      return page.getByRole('dialog', { name: french('team_form_delete_question') })
    },
  }
}

/** A listing as its maker's browser posts it. */
export function listingBody(description: string, discordUsername: string) {
  return { type: 'LFG', gameHours: 120, age: 24, hasMicrophone: true, description, discordUsername }
}

/** Posts a listing of the signed-in account from its maker's browser, without its pages. */
export async function postByRequest(
  { request }: BrowserContext,
  description: string,
  discordUsername: string,
): Promise<void> {
  const data = listingBody(description, discordUsername)
  expect((await request.post('/api/team-listings', { data })).status()).toBe(201)
}
