import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { accessCode, adminByCode, readAudit, readTodayOf } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn, type PlayerName } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const people = '/api/admin/people'
const code = `${people}/access-code`
const session = '/api/admin/session'
const refused = (status: number, problem: string) => ({ status, body: { code: problem } })

describeOnDatabase('the staff', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    const { db } = shop.services.database
    await db.deleteFrom('people').execute()
    await db.deleteFrom('rate_limits').execute()
    await db.updateTable('access_code').set({ is_enabled: true }).execute()
    owner = await adminByCode(shop)
  })

  const add = (player: PlayerName, role: string, by = owner) =>
    by.post(people, { discordId: players[player], name: 'Anna', role })
  const signedIn = async (player: PlayerName) => {
    const visitor = shop.visitor()
    await signIn(visitor, player)
    return visitor
  }

  it('may do what their role allows, from the next request on', async () => {
    const anna = await signedIn('mallory')
    expect(await anna.get(session)).toMatchObject(refused(403, 'forbidden'))
    expect(await add('mallory', 'moderator')).toMatchObject({
      status: 201,
      body: { discordId: players.mallory, role: 'moderator', isInSettings: false },
    })
    expect((await anna.get(session)).body).toMatchObject({
      by: 'discord',
      role: 'moderator',
      rights: ['today', 'notices', 'team.moderate', 'bans.team'],
    })
    expect((await anna.get('/api/admin/orders')).body).toMatchObject({
      code: 'forbidden',
      needs: 'orders.read',
    })
    const changed = await owner.patch(`${people}/${players.mallory}`, { role: 'support' })
    expect(changed).toMatchObject({ status: 200, body: { role: 'support' } })
    expect((await anna.get('/api/admin/orders')).status).toBe(200)
    expect((await anna.get(people)).body).toMatchObject({ needs: 'people' })
    expect(await readTodayOf(anna)).toMatchObject({ money: null })
    // Whoever enters the code may do everything, whatever their account may.
    await anna.post(session, { code: accessCode, name: 'Anna' })
    expect((await anna.get(session)).body).toMatchObject({ by: 'code', role: 'owner' })
  })

  it('give players 31 days at most without the right to change many', async () => {
    await add('mallory', 'support')
    const anna = await signedIn('mallory')
    const perk = { steamId: newSteamId(), perk: 'priority_queue', reason: 'Lost in an outage.' }
    const give = (term: object) => anna.post('/api/admin/perks', { ...perk, ...term })
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const given = await give({ months: 1 })
    const back = await anna.deleteWith(`/api/admin/perks/${String(given.body['id'])}`, perk)
    expect([given.status, back.status]).toEqual([200, 204])
    expect((await give({ until: inDays(30) })).status).toBe(200)
    const tooMuch = { code: 'forbidden', needs: 'perks.batch' }
    for (const term of [{ months: 2 }, { until: inDays(32) }, { permanent: true }]) {
      expect((await give(term)).body).toMatchObject(tooMuch)
    }
    const gift = await owner.post('/api/admin/perks', { ...perk, permanent: true })
    const taken = await anna.deleteWith(`/api/admin/perks/${String(gift.body['id'])}`, perk)
    expect(taken.body).toMatchObject(tooMuch)
  })

  it('are listed by their names, with when they were last here', async () => {
    await add('plain', 'support')
    await owner.post(people, { discordId: '300000000000000001', name: 'Boris', role: 'manager' })
    await signedIn('plain')
    expect((await owner.get(people)).body['list']).toMatchObject([
      {
        discordId: players.plain,
        name: expect.not.stringMatching('Anna'),
        username: expect.stringMatching(/^[a-z0-9._]+$/),
        lastSeenAt: expect.any(String),
      },
      { name: 'Boris', username: null, lastSeenAt: null },
    ])
  })

  it('are invited by their unique name at Discord, once it has signed in here', async () => {
    await signedIn('hunter')
    const byName = await owner.post(people, { name: 'Crystal_Hunter', role: 'manager' })
    expect(byName).toMatchObject({ status: 201, body: { discordId: players.hunter } })
    expect(await owner.post(people, { name: 'nobody', role: 'manager' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'name', code: 'account_unknown' }] },
    })
    expect(await add('hunter', 'support')).toMatchObject(refused(409, 'person_exists'))
  })

  it('end at once with everything that is open of theirs', async () => {
    await add('mallory', 'manager')
    const anna = await signedIn('mallory')
    const stream = await openEventStream(shop.origin, undefined, undefined, anna)
    expect((await owner.delete(`${people}/${players.mallory}`)).status).toBe(204)
    await stream.ended
    expect(await anna.get(session)).toMatchObject(refused(403, 'forbidden'))
    expect((await anna.get('/api/session')).body).toMatchObject({ user: null })
    expect(await owner.delete(`${people}/${players.mallory}`)).toMatchObject(
      refused(404, 'person_not_found'),
    )
    const logged = await readAudit(shop, `person:${players.mallory}`)
    expect(logged.at(-1)).toMatchObject({
      action: 'person_removed',
      before: { name: 'Anna', role: 'manager' },
    })
  })

  it('need the access code no more once an owner has signed in with Discord', async () => {
    const off = () => owner.patch(code, { enabled: false })
    expect(await off()).toMatchObject(refused(409, 'last_owner'))
    // Nobody has ever come in by this id: it may be mistyped.
    await owner.post(people, { discordId: '300000000000000002', name: 'Boris', role: 'owner' })
    expect(await off()).toMatchObject(refused(409, 'last_owner'))
    await add('plain', 'owner')
    const anna = await signedIn('plain')
    expect((await off()).status).toBe(200)
    expect(await owner.get(session)).toMatchObject(refused(403, 'forbidden'))
    const again = await shop.visitor().post(session, { code: accessCode })
    expect(again).toMatchObject(refused(403, 'access_code_off'))

    const self = `${people}/${players.plain}`
    expect(await anna.delete(self)).toMatchObject(refused(409, 'last_owner'))
    expect(await anna.patch(self, { role: 'manager' })).toMatchObject(refused(409, 'last_owner'))
    expect((await anna.patch(code, { enabled: true })).body).toEqual({ enabled: true })
    expect((await anna.delete(self)).status).toBe(204)
  })

  it('always have an owner, also when two remove each other at once', async () => {
    await add('plain', 'owner')
    await add('mallory', 'owner')
    const [anna, boris] = [await signedIn('plain'), await signedIn('mallory')]
    await anna.patch(code, { enabled: false })
    const answers = await Promise.all([
      anna.delete(`${people}/${players.mallory}`),
      boris.delete(`${people}/${players.plain}`),
    ])
    expect(answers.map(({ status }) => status)).toContain(204)
    const left = await shop.services.database.db.selectFrom('people').select('role').execute()
    expect(left).toEqual([{ role: 'owner' }])
  })

  it('have their names in the log, also those who enter the access code', async () => {
    const anna = shop.visitor()
    await anna.post(session, { code: accessCode, name: 'Anna' })
    expect((await anna.get(session)).body).toMatchObject({ by: 'code', name: 'Anna' })
    const discordId = '300000000000000003'
    await anna.post(people, { discordId, name: 'Boris', role: 'support' })
    const { body } = await anna.get(`/api/admin/audit-log?search=person:${discordId}`)
    expect(body['entries']).toMatchObject([{ action: 'person_added', actorName: 'Anna' }])
  })
})

describeOnDatabase('owners whom the settings name', (_, createTestDatabase) => {
  it('stay owners, whatever is saved', async () => {
    const ids = { ADMIN_DISCORD_IDS: players.hunter }
    const shop = await openShop(await createTestDatabase(), ids)
    const owner = await adminByCode(shop)
    const hunter = `${people}/${players.hunter}`
    expect(await owner.delete(hunter)).toMatchObject(refused(409, 'person_in_settings'))
    const added = await owner.post(people, {
      discordId: players.hunter,
      name: 'Anna',
      role: 'support',
    })
    expect(added).toMatchObject(refused(409, 'person_in_settings'))
    expect((await owner.get(people)).body['list']).toMatchObject([
      { discordId: players.hunter, role: 'owner', isInSettings: true },
    ])
  })
})
