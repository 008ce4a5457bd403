import { randomUUID } from 'node:crypto'
import { connect } from 'node:http2'
import { once } from 'node:events'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cleanUpLater } from '#test/cleanups.ts'
import {
  describeOnPostgres,
  type CreateTestDatabase,
  type OpenTestDatabase,
} from '#test/database.ts'
import { asDataUrl } from '#test/factories/pictures.ts'
import { productionSettings } from '#test/factories/settings.ts'
import { countInOneWindow } from '#test/rate-window.ts'
import { readAlarms } from './alarms.ts'
import { buy, startCrowd, type Skin } from './crowd.ts'
import { createHttpsVisitor, type HttpsVisitor } from './https-visitor.ts'
import { startLiveSite, type LiveSite } from './live-site.ts'
import { domain, findMissingProgram } from './site-nginx.ts'

const missing = findMissingProgram()
const steamId = '76561198006409530'
const credited = 1_000_000
const skinSchema = z.object({ id: z.string(), name: z.string(), price: z.number() })

if (missing === null) describeOnPostgres('the site of deploy/', walk)
else describe.skip(`the site of deploy/ [skipped: ${missing}]`, () => it('answers'))

function walk(_open: OpenTestDatabase, create: CreateTestDatabase): void {
  let site: LiveSite
  let skin: Skin
  let keysSoFar: readonly string[] = []

  const visitor = (localAddress: string): HttpsVisitor => {
    const made = createHttpsVisitor(site.nginx, localAddress)
    cleanUpLater(async () => made.leave())
    return made
  }
  const crowdOf = (count: number, network: number): HttpsVisitor[] =>
    Array.from({ length: count }, (_, index) => visitor(`127.0.${network}.${index + 2}`))
  const readBalance = async (): Promise<unknown> =>
    JSON.parse((await visitor('127.0.0.2').get(`/api/krypto-balance/${steamId}`)).text)

  beforeAll(async () => {
    const location = await create()
    if (location.kind !== 'postgres') throw new Error('two processes need Postgres')
    site = await startLiveSite(location.url)
    cleanUpLater(() => site.stop())
  })

  it('answers over https and HTTP/2, and redirects http there', async () => {
    const answer = await visitor('127.0.0.2').get('/')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=/)
    expect(answer.headers.server).toBe('nginx')
    const session = connect(`https://127.0.0.1:${site.nginx.port}`, {
      ca: site.nginx.certificate,
      servername: domain,
    })
    const stream = session.request({ ':path': '/', ':authority': domain })
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).toBe(200)
    session.destroy()
    const plain = await fetch(`http://127.0.0.1:${site.nginx.plainPort}/shop?lang=ru`, {
      redirect: 'manual',
      headers: { host: domain },
    })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      `https://${domain}/shop?lang=ru`,
    ])
  })

  it('accepts a picture of nearly 5 MB, and refuses far larger bodies', async () => {
    const admin = visitor('127.0.0.3')
    const code = productionSettings.ADMIN_ACCESS_CODE
    expect((await admin.post('/api/admin/session', { code })).status).toBe(204)
    const noise = await sharp({
      create: {
        width: 1250,
        height: 1250,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(4_500_000)
    const item = { name: 'Toxic Mosin', price: 5, image_url: asDataUrl(noise) }
    const added = await admin.post('/api/admin/shop-items', item)
    expect(added.status).toBe(201)
    skin = skinSchema.parse(JSON.parse(added.text))
    const credit = { steamId, discordUsername: 'sokol', amount: credited }
    const key = { 'idempotency-key': randomUUID() }
    expect((await admin.post('/api/admin/krypto-credits', credit, key)).status).toBe(200)
    const tooLarge = { code: 'x'.repeat(600_000) }
    expect((await visitor('127.0.0.3').post('/api/beta/unlock', tooLarge)).status).toBe(413)
  })

  it('passes events through at once', async () => {
    const stream = await visitor('127.0.0.4').open(`/api/events?steamId=${steamId}`)
    expect(stream.headers['content-type']).toBe('text/event-stream')
    const key = randomUUID()
    let heard = ''
    for await (const chunk of stream) {
      const isFirst = heard === ''
      heard += String(chunk)
      // The first bytes came before anything happened.
      if (isFirst) {
        const bought = await buy(visitor('127.0.0.4'), { steamId, skin, key })
        expect(bought.status).toBe(200)
      }
      if (heard.includes('event: balance')) break
    }
    expect(heard).toContain('event: balance')
    keysSoFar = [...keysSoFar, key]
  })

  it('counts attempts by the visitor’s real address, whatever they claim', async () => {
    const guess = (who: HttpsVisitor, attempt: number) =>
      who.post(
        '/api/beta/unlock',
        { code: '1' },
        { 'x-forwarded-for': `203.0.113.${attempt}`, 'x-real-ip': `203.0.113.${attempt}` },
      )
    const statuses = await countInOneWindow(5 * 60, async (count) => {
      const guesser = visitor(`127.0.5.${count}`)
      const found: number[] = []
      for (let attempt = 1; attempt <= 11; attempt += 1) {
        found.push((await guess(guesser, attempt)).status)
      }
      return found
    })
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await guess(visitor('127.0.0.6'), 1)).status).toBe(403)
  })

  it('keeps the figures for programs on this machine, which find each alarm’s figures there', async () => {
    for (const path of ['/metrics', '/metrics?x', '//metrics', '/%6detrics', '/x/../metrics']) {
      const answer = await visitor('127.0.0.2').get(path)
      expect([path, answer.status, answer.text.includes('process_')]).toEqual([path, 404, false])
    }
    const [{ origin, metricsOrigin }] = site.processes
    // A visitor through a proxy that adds no header looks like a program on this machine.
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
    const figures = await (await fetch(`${metricsOrigin}/metrics`)).text()
    const named = new Set([...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const asked = readAlarms().flatMap(({ metrics }) => metrics)
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((name) => !named.has(name))).toEqual([])
  })

  /** With the same key, like a page that got no answer. */
  async function buyAgain(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      expect((await buy(visitor('127.0.0.8'), { steamId, skin, key })).status).toBe(200)
    }
    keysSoFar = [...keysSoFar, ...keys]
  }

  it('lets nobody notice that a process restarts', async () => {
    const [first] = site.processes
    const crowd = startCrowd(crowdOf(6, 1), { steamId, skin })
    const exitCode = await first.stop()
    await first.start()
    const { failures, keys, readings } = await crowd.stop()
    // A purchase that arrives in the moment in which a process closes may get 502, because
    // nginx does not repeat one that may have arrived. Its page retries.
    expect(failures.filter((failure) => !failure.startsWith('purchase: 502'))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(6)
    await buyAgain(keys)
    expect(exitCode).toBe(0)
    expect(readings).toBeGreaterThan(50)
    expect(await readBalance()).toEqual({ balance: credited - keysSoFar.length * skin.price })
  })

  it('continues when a process is killed, and charges nobody twice', async () => {
    const [, second] = site.processes
    const crowd = startCrowd(crowdOf(6, 2), { steamId, skin })
    await expect.poll(async () => (await visitor('127.0.0.2').get('/')).status).toBe(200)
    await second.kill()
    for (let reading = 0; reading < 20; reading += 1) {
      expect((await visitor('127.0.0.7').get('/api/shop-items')).status).toBe(200)
    }
    const { failures, keys } = await crowd.stop()
    // At most the requests that each had just sent to it.
    expect(failures.length).toBeLessThanOrEqual(6)
    await buyAgain(keys)
    expect(await readBalance()).toEqual({ balance: credited - keysSoFar.length * skin.price })
  })

  it('shows a page in four languages when no process answers', async () => {
    await site.processes[0].kill()
    const answer = await visitor('127.0.0.2').get('/shop')
    expect(answer.status).toBe(502)
    expect(answer.headers['retry-after']).toBe('5')
    for (const words of ['indisponible', 'Nothing that you paid for', 'недоступен', 'disponible'])
      expect(answer.text).toContain(words)
  })
}
