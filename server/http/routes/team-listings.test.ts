import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream, type EventStream, type StreamEvent } from '#test/event-stream.ts'
import {
  insertListing,
  listingFields,
  openListingBrowser,
  readListingPage,
} from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import { claimBalance } from '#test/steam.ts'
import type { Answer } from '#test/visitor.ts'

const path = '/api/team-listings'
const day = 24 * 60 * 60 * 1000

describeOnDatabase('posting and reading listings', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })

  const db = () => shop.services.database.db
  const browser = () => openListingBrowser(shop)
  const idOf = ({ body }: Answer) => String(body['id'])
  const readRow = (id: string) =>
    db().selectFrom('team_listings').selectAll().where('id', '=', id).executeTakeFirst()
  const findIn = async (query: string, id: string) =>
    (await readListingPage(shop, query)).listings.find((listing) => listing.id === id)

  it('posts a public listing; the secret is answered once and never stored', async () => {
    const answer = await shop.visitor().post(path, listingFields)
    expect(answer.status).toBe(201)
    const { secret, ...listing } = answer.body
    expect(listing).toEqual({
      ...listingFields,
      id: expect.any(String),
      creatorId: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: listing['createdAt'],
      expiresAt: new Date(Date.parse(String(listing['createdAt'])) + 14 * day).toISOString(),
      revision: 1,
      verified: { discord: false, steam: false },
    })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('location')).toBe(`${path}/${idOf(answer)}`)
    expect(await findIn('', idOf(answer))).toEqual(listing)
    expect((await shop.visitor().get(`${path}/${idOf(answer)}`)).body).toEqual(listing)
    expect(JSON.stringify(await readRow(idOf(answer)))).not.toContain(secret)
  })

  it('accepts the required fields alone, and normalises line breaks and trims texts', async () => {
    const { type, gameHours, age, hasMicrophone } = listingFields
    const said = { type, gameHours, age, hasMicrophone, description: '  one\r\ntwo ' }
    const body = { ...said, discordUsername: ' nadia ', revision: 7, createdAt: '2020-01-01' }
    const answer = await shop.visitor().post(path, body, browser().headers)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        description: 'one\ntwo',
        discordUsername: 'nadia',
        groupSize: 1,
        languages: [],
        playStyles: [],
        usualHours: null,
        revision: 1,
      },
    })
    expect(Date.parse(String(answer.body['createdAt']))).toBeGreaterThan(Date.now() - day)
  })

  it('answers a repeated request with the listing as it is by then', async () => {
    const maker = browser()
    const ids = { id: randomUUID(), creatorId: randomUUID() }
    const first = await maker.post(ids)
    expect(first).toMatchObject({ status: 201, body: { ...ids, secret: maker.secret } })
    await maker.patch(ids.id, { age: 31 })
    const again = await maker.post(ids)
    expect(again).toMatchObject({ status: 200, body: { age: 31, secret: maker.secret } })
  })

  it('binds an id to one secret for good', async () => {
    const maker = browser()
    const id = idOf(await maker.post())
    const repeat = async (secret: string) => {
      const headers = { ...maker.headers, authorization: `Bearer ${secret}` }
      const { status, body } = await maker.visitor.post(path, { ...listingFields, id }, headers)
      return [status, body['code']]
    }
    expect(await repeat(browser().secret)).toEqual([409, 'listing_exists'])
    await maker.delete(id)
    expect(await repeat(browser().secret)).toEqual([409, 'listing_exists'])
    expect(await repeat(maker.secret)).toEqual([404, 'listing_not_found'])
  })

  const hours = { from: 20, to: 23, timeZone: 'Europe/Paris' }
  it.each([
    ['type', 'DUO'],
    ['type', undefined],
    ['gameHours', -1],
    ['gameHours', 100_001],
    ['gameHours', 1.5],
    ['gameHours', '250'],
    ['age', 12],
    ['age', 100],
    ['age', null],
    ['groupSize', 9],
    ['hasMicrophone', 'yes'],
    ['description', ''],
    ['description', ' \n '],
    ['description', 'x'.repeat(501)],
    ['description', 'turned \u202E round'],
    ['description', 'zero \0'],
    ['description', 'half \uD83D'],
    ['description', '\u200D\u200D'],
    ['description', ['a list']],
    ['discordUsername', ' '],
    ['discordUsername', 'x'.repeat(101)],
    ['discordUsername', 'two\nlines'],
    ['languages', ['xx']],
    ['languages', ['ru', 'ru']],
    ['languages', ['fr', 'en', 'ru', 'es', 'de', 'it', 'pt']],
    ['playStyles', 'pvp'],
    ['playStyles', ['pvp', 'pve', 'raiding', 'building', 'casual']],
    ['usualHours.from', { ...hours, from: 24 }],
    ['usualHours.to', { ...hours, to: 20 }],
    ['usualHours.timeZone', { ...hours, timeZone: 'Mars/Olympus' }],
    ['id', 'not-an-id'],
    ['creatorId', 'not-an-id'],
  ])('refuses the %s %o, in a new listing and in a change', async (field, value) => {
    const [name = ''] = field.split('.')
    const maker = browser()
    const refusal = {
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [{ path: expect.stringMatching(new RegExp(`^${field}(\\.\\d+)?$`)) }],
      },
    }
    expect(await maker.post({ [name]: value })).toMatchObject(refusal)
    const isMadeOnce = value === undefined || name === 'id' || name === 'creatorId'
    if (!isMadeOnce) {
      expect(await maker.patch(randomUUID(), { [name]: value })).toMatchObject(refusal)
    }
  })

  it.each([
    ['description', 'free skins at https://evil.example'],
    ['description', 'join discord.gg/abc'],
    ['discordUsername', 'www.evil.example'],
    ['discordUsername', 'discord.gg／max'],
  ])('refuses a %s with a link: %s', async (field, value) => {
    const { status, body } = await browser().post({ [field]: value })
    expect(status).toBe(422)
    expect(body['errors']).toMatchObject([{ path: field, code: 'web_address' }])
  })

  it('returns every text as it was written, whatever it would mean elsewhere', async () => {
    const texts = [
      `'; drop table team_listings; --`,
      '<script>alert(1)</script>',
      '{"$ne": null} ${7*7} {{7*7}} %s %00',
      String.raw`\u0000 \x00 \\ \N{NULL}`,
      'Ωмега ＡＢＣ ﷽ 👩‍👩‍👧‍👦 Z̸̨a̷l̵g̶o̷ 表ポあ',
      '../../etc/passwd\nSet-Cookie: a=b',
      '漢'.repeat(500),
    ]
    for (const description of texts) {
      const answer = await browser().post({
        description,
        discordUsername: description.slice(0, 40).replaceAll('\n', ' '),
      })
      expect([answer.status, answer.body['description']]).toEqual([201, description])
      const search = encodeURIComponent(description.slice(0, 30).replaceAll('\n', ' '))
      expect(await findIn(`?search=${search}`, idOf(answer))).toMatchObject({ description })
    }
  })

  it.each([
    [400, 'invalid_json', '{"type":'],
    [422, 'validation_failed', '[]'],
    [413, 'body_too_large', JSON.stringify({ description: 'x'.repeat(300_000) })],
  ])('answers %i %s to an invalid body', async (status, code, body) => {
    const answer = await shop.visitor().post(path, body, browser().headers)
    expect([answer.status, answer.body['code']]).toEqual([status, code])
  })

  it.each(['Bearer', 'Bearer x', `Bearer ${'x'.repeat(44)}`, 'bearer a b'])(
    'names the header of a malformed secret on every route that reads it: %s',
    async (authorization) => {
      const { visitor, ...maker } = browser()
      const headers = { ...maker.headers, authorization }
      const listing = `${path}/${randomUUID()}`
      const answers = [
        await visitor.post(path, listingFields, headers),
        await visitor.get('/api/own-team-listings', headers),
        await visitor.patch(listing, { description: 'changed' }, headers),
        await visitor.delete(listing, headers),
        await visitor.post(`${listing}/renewal`, undefined, headers),
      ]
      for (const { status, body } of answers) {
        expect([status, body['code']]).toEqual([422, 'validation_failed'])
        expect(body['errors']).toEqual([
          { path: 'Authorization', code: 'invalid_format', message: expect.any(String) },
        ])
      }
    },
  )

  it('does not read other schemes of the header', async () => {
    const { headers, visitor } = browser()
    const basic = { ...headers, authorization: 'Basic eDp5' }
    expect((await visitor.post(path, listingFields, basic)).status).toBe(201)
  })

  it('refuses what another site’s page posts', async () => {
    const { headers, visitor } = browser()
    const foreign = { ...headers, origin: 'https://evil.example' }
    expect((await visitor.post(path, listingFields, foreign)).body['code']).toBe('foreign_origin')
  })

  it('links each page to the next in its headers', async () => {
    const description = `paged ${randomUUID()}`
    const ids: string[] = []
    for (let age = 0; age < 25; age++) {
      const createdAt = new Date(Date.now() - age * 1000)
      ids.push(
        await insertListing(
          shop.services.database,
          { created_at: createdAt },
          { description, hasMicrophone: true },
        ),
      )
    }
    const query = `?search=${encodeURIComponent(description)}&hasMicrophone=true&type=LFT&language=ru&playStyle=raiding`
    const first = await readListingPage(shop, query)
    expect(first.response.headers.get('content-type')).toContain('application/json')
    expect(first.response.headers.get('cache-control')).toBe('no-cache')
    expect([first.total, first.listings.length]).toEqual([25, 24])
    const second = await readListingPage(shop, first.next ?? '')
    expect(second).toMatchObject({ total: 25, next: null })
    expect([...first.listings, ...second.listings].map(({ id }) => id)).toEqual(ids)
    for (const other of ['type=LFG', 'hasMicrophone=false', 'language=fr', 'playStyle=pvp']) {
      const [name = ''] = other.split('=')
      const answer = await readListingPage(shop, query.replace(new RegExp(`${name}=\\w+`), other))
      expect([answer.total, answer.listings, answer.next]).toEqual([0, [], null])
    }
  })

  it.each([
    ['cursor', 'x'],
    ['cursor', '1.not-an-id'],
    ['cursor', '999999999999999999999.00000000-0000-4000-8000-000000000000'],
    ['type', 'DUO'],
    ['hasMicrophone', 'maybe'],
    ['language', 'xx'],
    ['playStyle', ''],
    ['search', 'x'.repeat(101)],
    ['search', '%00'],
  ])('refuses the query %s=%s', async (name, value) => {
    const answer = await shop.visitor().get(`${path}?${name}=${value}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: name }] } })
  })

  it('answers the same to everybody', async () => {
    const signedIn = browser()
    await signIn(signedIn.visitor, 'plain')
    await signedIn.post()
    const cookie = [...signedIn.visitor.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const [own, strangers] = await Promise.all(
      [{ cookie, ...signedIn.headers }, {}].map((headers) =>
        fetch(`${shop.origin}${path}`, { headers }),
      ),
    )
    expect(await own?.text()).toBe(await strangers?.text())
    expect(strangers?.headers.getSetCookie()).toEqual([])
  })

  it('answers an unchanged list with 304, still with link and count', async () => {
    const whole = await fetch(`${shop.origin}${path}?hasMicrophone=true`)
    const etag = whole.headers.get('etag') ?? ''
    const again = await fetch(`${shop.origin}${path}?hasMicrophone=true`, {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const names = (answer: Response) =>
      [...answer.headers.keys()].filter((name) => !/^content-(type|length)$/.test(name))
    expect(names(again)).toEqual(names(whole))
    expect(again.headers.get('link')).toBe(whole.headers.get('link'))
    expect(again.headers.get('x-total-count')).toBe(whole.headers.get('x-total-count'))
  })

  it('hides ended, removed and unknown listings', async () => {
    const { database } = shop.services
    const past = new Date(Date.now() - 1000)
    const hidden = [
      await insertListing(database, { created_at: new Date(0), expires_at: past }),
      await insertListing(database, { removed_at: past, removal_reason: 'spam' }),
      randomUUID(),
      'not-an-id',
    ]
    for (const id of hidden) {
      const answer = await shop.visitor().get(`${path}/${id}`)
      expect([answer.status, answer.body['code']]).toEqual([404, 'listing_not_found'])
      expect(await findIn('', id)).toBeUndefined()
    }
  })

  it('marks fields that the maker has proven by signing in', async () => {
    const maker = browser()
    await signIn(maker.visitor, 'plain')
    const named = await maker.post({ discordUsername: '@Lesnik_89#0' })
    expect(named.body['verified']).toEqual({ discord: true, steam: false })
    await claimBalance(shop, maker.visitor, '76561198006409530')
    const other = await maker.post({ discordUsername: 'sokol' })
    expect(other.body['verified']).toEqual({ discord: false, steam: true })
    expect(await findIn('', idOf(named))).toMatchObject({
      verified: { discord: true, steam: true },
    })
  })

  it('publishes new, changed, renewed and removed listings in their public form', async () => {
    const stream = await openEventStream(shop.origin)
    const maker = browser()
    const made = await maker.post()
    const next = () => nextAbout(stream, idOf(made))
    const { secret: __, ...listing } = made.body
    expect(await next()).toMatchObject({
      name: 'team-listing',
      data: { change: 'made', listing },
    })
    const { overtook: ___, ...changed } = (await maker.patch(idOf(made), { age: 40 })).body
    expect(await next()).toMatchObject({ data: { change: 'changed', listing: changed } })
    const renewed = (await maker.renew(idOf(made))).body
    expect(await next()).toMatchObject({ data: { change: 'changed', listing: renewed } })
    await maker.patch(idOf(made), { age: 40 })
    await maker.delete(idOf(made))
    expect((await next()).data).toEqual({ change: 'gone', id: idOf(made) })
  })

  it('publishes the longest texts too', async () => {
    const stream = await openEventStream(shop.origin)
    const description = '漢'.repeat(500)
    const made = await browser().post({ description, discordUsername: '漢'.repeat(100) })
    expect(await nextAbout(stream, idOf(made))).toMatchObject({
      data: { listing: { description } },
    })
  })

  it('accepts five live listings of one secret, and of one account', async () => {
    const maker = browser()
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await maker.post())
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409])
    expect(answers[5]?.body['code']).toBe('too_many_listings')
    await maker.delete(idOf(answers[0] ?? (await maker.post())))
    expect((await maker.post()).status).toBe(201)

    const devices = Array.from({ length: 6 }, browser)
    const codes = []
    for (const device of devices) {
      await signIn(device.visitor, 'mallory')
      codes.push((await device.post()).status)
    }
    expect(codes).toEqual([201, 201, 201, 201, 201, 409])
  })

  it('stops a flood from one network until its window ends, without affecting others', async () => {
    const { headers, visitor } = browser()
    const post = () => visitor.post(path, {}, headers)
    shop.beginWindow(600)
    const answers = await Promise.all(Array.from({ length: 15 }, post))
    const stopped = answers.filter(({ status }) => status === 429)
    expect(stopped).toHaveLength(5)
    expect(Number(stopped[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await browser().post()).status).toBe(201)
    shop.advanceClock(600_000)
    expect((await post()).status).toBe(422)
  })

  it('answers HEAD, and other methods with 405', async () => {
    const head = await fetch(`${shop.origin}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('x-total-count'))).toBeGreaterThan(0)
    const put = await fetch(`${shop.origin}${path}`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const one = await fetch(`${shop.origin}${path}/${randomUUID()}`, { method: 'PUT' })
    expect([one.status, one.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE'])
  })
})

/** Skips events of other listings, which may still be under way when a stream begins. */
async function nextAbout(stream: EventStream, id: string): Promise<StreamEvent> {
  const event = await stream.next()
  return JSON.stringify(event.data).includes(id) ? event : nextAbout(stream, id)
}
