import { describe, expect, it } from 'vitest'
import { siteConfig } from '#site/community.ts'
import { findNames, isHeldToAnyCommunity } from './community.ts'
import { listFiles, readSource } from './source-files.ts'

it('only the settings of the site name the community, so that another one changes no code', () => {
  const files = listFiles().filter(isHeldToAnyCommunity).map(readSource)
  const { brand, map, discordInviteUrl } = siteConfig
  expect(findNames(files, [brand, map, discordInviteUrl])).toEqual([])
})

describe('the check of names', () => {
  it('finds a name in a text', () => {
    const files = [{ path: 'web/i18n/messages/fr/home.json', text: '{"a": "ACME, un serveur"}' }]
    expect(findNames(files, ['ACME', 'Chernarus'])).toEqual([
      'web/i18n/messages/fr/home.json says ACME',
    ])
  })

  it.each([
    ['web/index.html', true],
    ['web/i18n/messages/ru/home.json', true],
    ['server/app/start.ts', true],
    ['site/community.ts', false],
    ['docs/operations.md', false],
    ['web/page-title.test.ts', false],
    ['test/e2e/frame.spec.ts', false],
    ['web/public/icon-192.png', false],
  ])('looks at %s: %s', (path, isHeld) => {
    expect(isHeldToAnyCommunity(path)).toBe(isHeld)
  })
})
