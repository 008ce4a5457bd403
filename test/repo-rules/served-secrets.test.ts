import { describe, expect, it } from 'vitest'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import { betaRelease } from '#site/community.ts'
import { buildDirectory, listPagePaths, renderPage } from '#test/rendered-pages.ts'
import { findServedSecrets, listSecrets, readServedFiles } from './served-secrets.ts'

const minutes = 60_000

describe('what the server hands out', () => {
  it(
    'has no code or key in it',
    async () => {
      // The real build, which every start and every browser journey uses.
      await buildWebIfStale()
      const files = await readServedFiles(buildDirectory)
      const scripts = files.filter(({ path: file }) => file.endsWith('.js'))
      const paths = await listPagePaths()
      expect(Math.min(scripts.length, paths.length)).toBeGreaterThan(10)
      for (const page of paths) files.push({ path: page, text: await renderPage(page, 'fr') })
      expect(scripts.some(({ text }) => text.includes('/api/admin/session'))).toBe(true)
      expect(findServedSecrets(files, listSecrets(process.env))).toEqual([])
    },
    5 * minutes,
  )

  const planted = [
    `if(e==="${sandboxDefaults.adminAccessCode}")go("/admin")`,
    `if(e===\`${sandboxDefaults.adminAccessCode}\`)go("/admin")`,
    `<input value="${sandboxDefaults.adminAccessCode}">`,
    `const t=atob("${Buffer.from(sandboxDefaults.adminAccessCode).toString('base64')}")`,
    `unlock(${sandboxDefaults.betaCode})`,
    `const k=${JSON.stringify(sandboxDefaults.sessionSecret)}`,
    `fetch("https://discord.com/api/webhooks/123/abc-DEF")`,
    `key="sk_live_51abc"`,
    `"whsec_abc"`,
    `"postgres://shop@db.example/shop"`,
    `window.s="the owner’s own"`,
    `if(code==='open-sesame')`,
    `betaRelease={date:"${betaRelease.date}"}`,
  ]
  it.each(planted)('is found out by: %s', (text) => {
    const secrets = listSecrets({
      STRIPE_SECRET_KEY: 'the owner’s own',
      ADMIN_ACCESS_CODE: 'open-sesame',
      BETA_CODE: '',
    })
    expect(findServedSecrets([{ path: 'a.js', text }], secrets)).not.toEqual([])
  })

  it('may speak of kryptonite and of prices', () => {
    const text = 'the kryptonite of "Kryptonite", price_changed, price_currency_code, 31/12/2024'
    expect(findServedSecrets([{ path: 'a.js', text }], listSecrets({}))).toEqual([])
  })
})
