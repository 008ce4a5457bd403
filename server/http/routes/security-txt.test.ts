import { expect, it } from 'vitest'
import { siteConfig } from '#site/community.ts'
import { readConfig } from '#server/config.ts'
import { securityTxtRoutes } from './security-txt.ts'

const address = 'https://shop.example/.well-known/security.txt'
const day = 24 * 60 * 60 * 1000

it('says whom to tell of a hole, and never that this is out of date', async () => {
  const config = { ...readConfig({}), publicOrigin: 'https://shop.example' }
  let now = new Date('2026-11-23T12:00:00Z')
  const routes = securityTxtRoutes({ config, clock: () => now })
  for (const year of [2026, 2031]) {
    now = new Date(`${year}-11-23T12:00:00Z`)
    const answer = await routes.request('/.well-known/security.txt')
    expect(answer.headers.get('content-type')?.toLowerCase()).toBe('text/plain; charset=utf-8')
    const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
    const fields = lines.map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1))
    const { Expires: expires, ...others } = Object.fromEntries(fields.map((field) => field ?? []))
    const daysLeft = (Date.parse(expires) - now.getTime()) / day
    expect(daysLeft).toBeGreaterThan(30)
    expect(daysLeft).toBeLessThan(365)
    expect(others).toEqual({
      Contact: siteConfig.discordInviteUrl,
      'Preferred-Languages': 'fr, en, ru, es',
      Canonical: address,
      Policy: address,
    })
  }
})
