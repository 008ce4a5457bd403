import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { decideAtDiscord, startSignIn } from '#test/sign-in.ts'
import { decideAtSteam, startClaim } from '#test/steam.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { sandboxDefaults } from '#server/app/settings.ts'

describeOnDatabase('every cookie that the server gives over https', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    // Only loopback names may use the sandbox; with https everything else is as in production.
    shop = await openShop(await createTestDatabase(), { PUBLIC_ORIGIN: 'https://shop.localhost' })
  })

  it('belongs to this host alone, is never sent unencrypted and hidden from scripts', async () => {
    const given = await walkThroughTheSite(shop)
    expect([...new Set(given.map(nameOf))].toSorted()).toEqual([
      '__Host-admin',
      '__Host-admin-device',
      // The server only ever deletes these two, when a player signs out.
      '__Host-better-auth.dont_remember',
      '__Host-better-auth.session_data',
      '__Host-better-auth.session_token',
      '__Host-better-auth.state',
      '__Host-buyer',
      '__Host-steam-claim',
    ])
    for (const cookie of given) {
      expect(cookie, 'browsers refuse the name otherwise').toMatch(/; Path=\/(;|$)/)
      expect(cookie).toMatch(/; Secure(;|$)/)
      expect(cookie).not.toMatch(/; Domain=/i)
      // A deleted cookie has no value to protect.
      if (!/max-age=0(;|$)/i.test(cookie))
        expect(cookie).toMatch(/; HttpOnly; .*SameSite=(Lax|Strict)/)
    }
  })

  it('is recognised by the server', async () => {
    const visitor = shop.visitor()
    await visitor.get(await decideAtDiscord(await startSignIn(visitor), 'hunter'))
    expect((await visitor.get('/api/session')).body).toMatchObject({
      user: { name: 'Crystal Hunter' },
    })
    await visitor.post('/api/auth/sign-out', {})
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
  })
})

/** Makes every request that sets or deletes a cookie. Returns the cookies as sent. */
async function walkThroughTheSite(shop: TestShop): Promise<readonly string[]> {
  const given: string[] = []
  const visitor = noting(shop.visitor(), given)
  await visitor.get('/api/orders')
  await visitor.get(await decideAtDiscord(await startSignIn(visitor), 'hunter'))
  const { pathname, search } = await decideAtSteam(
    shop,
    await startClaim(visitor),
    '76561198000000001',
  )
  await visitor.get(pathname + search)
  await visitor.post('/api/admin/session', { code: sandboxDefaults.adminAccessCode })
  await visitor.delete('/api/admin/session')
  await visitor.post('/api/auth/sign-out', {})
  return given
}

/** The same visitor, recording the cookies that are set. */
function noting(visitor: Visitor, given: string[]): Visitor {
  const note = async (asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    given.push(...answer.headers.getSetCookie())
    return answer
  }
  return {
    ...visitor,
    get: (path, headers) => note(visitor.get(path, headers)),
    post: (path, body, headers) => note(visitor.post(path, body, headers)),
    delete: (path, headers) => note(visitor.delete(path, headers)),
  }
}

function nameOf(cookie: string): string {
  return cookie.split('=')[0] ?? ''
}
