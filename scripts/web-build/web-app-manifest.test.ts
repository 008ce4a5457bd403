import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { siteConfig } from '../../site.config.ts'
import { webAppManifest } from './web-app-manifest.ts'

test("bears the community's name", () => {
  expect(webAppManifest).toMatchObject({ name: siteConfig.brand, short_name: siteConfig.brand })
})

test.each(webAppManifest.icons.map(({ src }) => src))('its icon exists: %s', (src) => {
  expect(existsSync(join(import.meta.dirname, '../../web/public', src))).toBe(true)
})
