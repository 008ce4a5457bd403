import { beforeAll, beforeEach, expect, it } from 'vitest'
import { rights } from '#domain/rights.ts'
import { describeOnDatabase } from '#test/database.ts'
import { accessCode, adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'
import { authenticateAdmin } from '#server/services/staff/authenticate-admin.ts'

const session = '/api/admin/session'

describeOnDatabase('the way into the admin area', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), {
      ADMIN_DISCORD_IDS: `210000000000000009, ${players.hunter}`,
      TRUSTED_PROXIES: '127.0.0.1',
    })
  })
  beforeEach(() => shop.services.database.db.deleteFrom('rate_limits').execute())

  it('opens by the access code, with a cookie that no script and no other site can use', async () => {
    const owner = shop.visitor()
    const opened = await owner.post(session, { code: accessCode })
    expect(opened.status).toBe(204)
    const given = opened.headers.getSetCookie()
    const cookies = given.filter((cookie) => !cookie.startsWith('buyer='))
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['admin', 'admin-device'])
    expect(cookies[0]).toMatch(/Max-Age=43200/)
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const seen = await owner.get(session)
    expect([seen.status, seen.body]).toEqual([
      200,
      { by: 'code', role: 'owner', name: null, rights },
    ])
    expect(seen.headers.get('cache-control')).toBe('no-store')
  })

  it('stores nothing that could open a session', async () => {
    const owner = await adminByCode(shop)
    const rows = await shop.services.database.db.selectFrom('admin_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(owner.cookies.get('admin'))
  })

  it.each([
    ['wrong', { code: 'Kryptonite' }, 403, 'wrong_code'],
    ['nearly right', { code: `${accessCode} ` }, 403, 'wrong_code'],
    ['missing', {}, 422, 'validation_failed'],
    ['empty', { code: '' }, 422, 'validation_failed'],
    ['no text', { code: [accessCode] }, 422, 'validation_failed'],
    ['too long', { code: 'x'.repeat(201) }, 422, 'validation_failed'],
    ['no JSON', '{', 400, 'invalid_json'],
  ])('stays closed to a code that is %s', async (__, body, status, code) => {
    const visitor = shop.visitor()
    const answer = await visitor.post(session, body)
    expect([answer.status, answer.body['code']]).toEqual([status, code])
    expect(visitor.cookies.size).toBe(0)
  })

  it('stays closed to another site’s page with the right code', async () => {
    const answer = await shop
      .visitor()
      .post(session, { code: accessCode }, { origin: 'https://evil.example' })
    expect([answer.status, answer.body['code']]).toEqual([403, 'foreign_origin'])
  })

  it('closes for good, also for a copy of the cookie', async () => {
    const owner = await adminByCode(shop)
    const copy = shop.visitor()
    copy.cookies.set('admin', owner.cookies.get('admin') ?? '')
    expect((await copy.get(session)).status).toBe(200)
    expect((await owner.delete(session)).status).toBe(204)
    expect(owner.cookies.has('admin')).toBe(false)
    expect((await copy.get(session)).status).toBe(403)
  })

  it('closes after twelve hours', async () => {
    const owner = await adminByCode(shop)
    shop.advanceClock(12 * 60 * 60 * 1000 - 60_000)
    expect((await owner.get(session)).status).toBe(200)
    shop.advanceClock(60_000)
    expect((await owner.get(session)).status).toBe(403)
  })

  it('closes when the access code is changed', async () => {
    const secret = (await adminByCode(shop)).cookies.get('admin') ?? ''
    const recognise = (adminAccessCode: string) =>
      authenticateAdmin(
        { ...shop.services, config: { ...shop.services.config, adminAccessCode } },
        { userId: null, secret },
      )
    expect(await recognise(accessCode)).toMatchObject({ by: 'code' })
    expect(await recognise('another code')).toBeNull()
  })

  it('is open to the Discord accounts of the settings, and to no other', async () => {
    const owner = await adminByDiscord(shop)
    expect((await owner.get(session)).body).toMatchObject({
      by: 'discord',
      role: 'owner',
    })
    expect((await owner.delete(session)).status).toBe(204)
    expect((await owner.get(session)).status).toBe(200)
    await owner.post('/api/auth/sign-out', {})
    expect((await owner.get(session)).status).toBe(403)
    const player = shop.visitor()
    await signIn(player, 'plain')
    expect((await player.get(session)).status).toBe(403)
  })

  it('logs who signed in and out', async () => {
    const owner = await adminByCode(shop)
    await owner.delete(session)
    const entries = await shop.services.database.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const [closed, opened] = entries
    expect([opened?.action, closed?.action]).toEqual(['session_opened', 'session_closed'])
    expect(closed?.actor).toMatch(/^code:[0-9a-f]{12}$/)
    expect(closed?.actor).toBe(opened?.actor)
    expect(await readAudit(shop, closed?.subject ?? '')).toHaveLength(2)
  })

  // test/endpoints/access.md says who is refused at each address.
  it('refuses a cookie that we did not set', async () => {
    const visitor = shop.visitor()
    visitor.cookies.set('admin', 'x')
    const { status, body } = await visitor.get('/api/admin/orders')
    expect([status, body['code'], body['message']]).toEqual([403, 'forbidden', 'Access forbidden'])
  })

  it('does not reveal its routes to strangers', async () => {
    expect((await shop.visitor().get('/api/admin/nothing')).status).toBe(403)
    expect((await (await adminByCode(shop)).get('/api/admin/nothing')).status).toBe(404)
  })
})

describeOnDatabase('the admin area', (openTestDatabase) => {
  it('has a log that nobody can change', async () => {
    const { db } = await openTestDatabase()
    await db
      .insertInto('audit_log')
      .values({ actor: 'code:1', action: 'session_opened', subject: 'session:1' })
      .execute()
    for (const change of [{ actor: 'x' }, { after: '{"listedBy":"-"}' }]) {
      await expect(db.updateTable('audit_log').set(change).execute()).rejects.toThrow(/grows/)
    }
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/grows/)
  })
})
