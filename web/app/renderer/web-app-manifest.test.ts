import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { siteConfig } from '#site/community.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { findRoute, notFoundRoute } from '#web/app/routes.tsx'
import { webAppManifest } from './web-app-manifest.ts'

afterEach(() => setLanguage('fr'))

test("has the community's name and the page's language", () => {
  setLanguage('ru')
  expect(webAppManifest('ru')).toMatchObject({
    name: siteConfig.brand,
    short_name: siteConfig.brand,
    lang: 'ru',
    description: expect.stringContaining('сервер DayZ'),
  })
})

test('its shortcuts lead to pages of the site', () => {
  const { shortcuts } = webAppManifest('fr')
  expect(shortcuts.map(({ name }) => name)).toContain('Règles')
  for (const { url } of shortcuts) expect(findRoute(url)).not.toBe(notFoundRoute)
})

test.each(webAppManifest('fr').icons.map(({ src }) => src))('its icon exists: %s', (src) => {
  expect(existsSync(join(import.meta.dirname, '../../public', src))).toBe(true)
})
