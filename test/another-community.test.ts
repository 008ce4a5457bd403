import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { findFreePort } from '#test/free-port.ts'
import { startProgram, waitUntilReady, type Program } from '#scripts/product/program.ts'
import { siteConfig, teamMembers } from '#site/community.ts'
import { cartItem, checkoutBody, openOrder, startPayment } from './factories/checkout.ts'
import { machineEnvironment } from './product.ts'
import { createSandboxControl } from './sandbox-control.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { createVisitor } from './visitor.ts'

// Another community, made in a copy of `site/` and `content/` alone: its name and map, a product by
// time and one that is bought once, one of our products hidden, and a whole group of reskins.

const root = path.join(import.meta.dirname, '..')
const folder = makeTemporaryFolder('another-community-')
const copy = path.join(folder, 'product')

const replaced: readonly (readonly [ours: string, theirs: string])[] = [
  [siteConfig.brand, 'NORDWIND'],
  [siteConfig.map, 'Namalsk'],
  [siteConfig.discordInviteUrl, 'https://discord.gg/nordwind'],
  ...teamMembers.map(({ name }, index) => [name, `Wache ${index + 1}`] as const),
]

const productText = {
  label: 'Météo',
  lead: 'Le temps qu’il fera.',
  tile: 'Demain.',
  points: ['Une alerte.'],
}
const wholeTexts = { 'storm-radar': productText, 'camp-crate': { points: ['Une caisse.'] } }

/** In French alone, or in French and English. */
const newTexts = [
  { file: 'guides/snow/fr.md', title: 'Survivre au gel' },
  { file: 'rules/frost/fr.md', title: 'Règles du gel' },
  { file: 'rules/frost/en.md', title: 'Rules of frost' },
  { file: 'news/winter/fr.md', title: 'Voici l’hiver' },
]

let shop: Program | undefined
let origin = ''
let sandboxOrigin = ''
let log = ''

beforeAll(async () => {
  writeAnotherCommunity()
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  origin = `http://127.0.0.1:${port}`
  sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  shop = startProgram({
    name: 'npm start',
    // Builds the pages first.
    command: ['scripts/start.ts'],
    folder: copy,
    env: {
      ...machineEnvironment(),
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: path.join(folder, 'data'),
    },
    onOutput: (text) => (log += text),
  })
  for (const address of [`${sandboxOrigin}/healthz`, `${origin}/readyz`]) {
    await waitUntilReady(shop, address).catch((error: Error) => {
      throw new Error(`${error.message}\n${log}`)
    })
  }
})

afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

function writeAnotherCommunity(): void {
  for (const name of ['contract', 'domain', 'sandbox', 'scripts', 'server', 'web']) copySource(name)
  for (const name of [
    '.gitignore',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    copySource(name)
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  for (const name of ['site', 'content']) {
    copySource(name)
    for (const file of listFiles(name).filter((one) => /\.(ts|md|yaml)$/.test(one))) {
      change(file, (text) => replaced.reduce((all, pair) => all.replaceAll(...pair), text))
    }
  }
  change('site/products.ts', (text) =>
    text
      .replace("name: 'Name Color Tag',", '$& hidden: true,')
      .replaceAll("group: 'gear',", '$& hidden: true,')
      .replace(
        // The end of the first list, which is that of the products.
        /^\]\n/m,
        `  { kind: 'timed', slug: 'storm-radar', name: 'Storm Radar' },
          { kind: 'extra', slug: 'camp-crate', name: 'Camp Crate' },
        ]
`,
      ),
  )
  const prices = [
    ...[1, 3, 5, 7, 9, 12].map((months) => [`storm-radar/${months}`, months * 6] as const),
    ['camp-crate', 7.5] as const,
  ].map(
    ([key, priceEuros], index) =>
      `'${key}': { priceEuros: ${priceEuros}, hostedButtonId: 'RADAR${index}' },`,
  )
  change('site/prices.ts', (text) =>
    text.replace('export const priceList = {', `$&${prices.join('\n')}`),
  )
  // Visitors with another language get French.
  for (const language of ['fr', 'en']) {
    appendFileSync(
      path.join(copy, 'content/products', `${language}.yaml`),
      `\n${stringify(wholeTexts)}`,
    )
  }
  for (const { file, title } of newTexts) {
    const location = path.join(copy, 'content', file)
    mkdirSync(path.dirname(location), { recursive: true })
    writeFileSync(
      location,
      `---\ntitle: ${title}\ndescription: Une phrase.\nchanged: 2026-11-23\n---\n\nUn texte.\n`,
    )
  }
  for (const file of listFiles('site/public')) writeFileSync(path.join(copy, file), 'their picture')
}

function copySource(name: string): void {
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
}

function change(file: string, edit: (text: string) => string): void {
  const location = path.join(copy, file)
  writeFileSync(location, edit(readFileSync(location, 'utf8')))
}

/** The files within a folder of the copy, by their paths from its root. */
function listFiles(name: string): readonly string[] {
  return readdirSync(path.join(copy, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)))
}

async function read(address: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}${address}`)
  return { status: response.status, text: await response.text() }
}

test('nothing that is served names our community', async () => {
  const names = [...replaced.map(([ours]) => ours), 'deer-isle']
  const built = ['assets', 'public']
    .flatMap((part) => listFiles(`dist/web/${part}`))
    .filter((file) => !/\.(br|gz)$/.test(file))
  expect(built.length).toBeGreaterThan(200)
  const files = built.map((file) => ({
    from: file,
    text: `${file} ${readFileSync(path.join(copy, file), 'latin1')}`,
  }))
  const addresses = [
    '/',
    '/donation',
    '/no-such-page',
    '/site-ru.webmanifest',
    '/sitemap.xml',
    '/robots.txt',
    '/social/island.jpg',
    '/api/session',
    '/api/server-status',
    '/api/payment-options',
    '/api/krypto-packs',
    '/api/shop-items',
    '/api/donors',
    '/api/orders',
  ]
  const answers = addresses.map(async (from) => ({ from, text: (await read(from)).text }))
  const found = [...files, ...(await Promise.all(answers))].flatMap(({ from, text }) =>
    names
      .filter((name) => text.includes(name) || text.includes(Buffer.from(name).toString('latin1')))
      .map((name) => `${from} names ${name}`),
  )
  expect(found).toEqual([])
  expect((await read('/')).text).toContain('NORDWIND')
  expect((await read('/?lang=en')).text).toContain('Namalsk')
  expect((await read('/social/island.jpg')).text).toBe('their picture')
})

test.each([
  {
    what: 'by time',
    slug: 'storm-radar',
    page: '/donation/storm-radar',
    name: 'Storm Radar',
    type: 'Storm Radar',
    price: 18,
    duration: 3,
  },
  {
    what: 'once',
    slug: 'camp-crate',
    page: '/donation/extras',
    name: 'Camp Crate',
    type: 'Extras',
    price: 7.5,
    duration: undefined,
  },
])(
  'a new product is shown and bought $what',
  async ({ slug, page, name, type, price, duration }) => {
    const shown = await read(page)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain(name)
    expect((await read('/sitemap.xml')).text).toContain(page)
    for (const language of languages) {
      expect((await read(`/donation?lang=${language}`)).text).toContain(`href="${page}"`)
    }

    const visitor = createVisitor(origin)
    const { body: options } = await visitor.get('/api/payment-options')
    expect(Object.keys(Object(options['hostedButtonIds'])).join()).toContain(slug)
    const items = [cartItem({ name, type, price, duration })]
    const orderId = await openOrder(visitor, checkoutBody({ items, totalPrice: String(price) }))
    const paypalOrderId = await startPayment(visitor, orderId)
    await createSandboxControl(sandboxOrigin).decide(paypalOrderId, 'pay')
    await visitor.post(`/api/orders/${orderId}/capture`, {})
    expect((await visitor.get(`/api/orders/${orderId}`)).body).toMatchObject({
      paidAt: expect.any(String),
      totalCents: price * 100,
      items: [{ name, type }],
    })
  },
)

test.each([
  ['/guide/snow', '/guide', 'Survivre au gel', 'Survivre au gel'],
  ['/rules/frost', '/rules', 'Règles du gel', 'Rules of frost'],
  ['/news/winter', '/news', 'Voici l’hiver', 'Voici l’hiver'],
])('the new text %s has a page and a tile by itself', async (page, list, french, english) => {
  for (const [language, title] of [
    ['fr', french],
    ['en', english],
    ['ru', french],
  ] as const) {
    const shown = await read(`${page}?lang=${language}`)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain(title)
    const isForeign = language !== 'fr' && title === french
    expect(shown.text.includes('<h1 lang="fr"')).toBe(isForeign)
    expect((await read(`${list}?lang=${language}`)).text).toContain(`href="${page}"`)
  }
  expect((await read('/sitemap.xml')).text).toContain(page)
})

test('a hidden group of reskins has no pages, and no tile', async () => {
  const { text } = await read('/donation/reskin')
  expect(text).toContain('href="/donation/reskin/weapon"')
  expect(text).not.toContain('/donation/reskin/gear')
  for (const page of ['gear-type', 'gear', 'gear/top-pant', 'gear/top']) {
    expect((await read(`/donation/reskin/${page}`)).status).toBe(404)
  }
  expect((await read('/donation/reskin/weapon/sniper')).status).toBe(200)
})

test('a hidden product has no page, is on no other one, and cannot be bought', async () => {
  const page = '/donation/name-color-tag'
  expect((await read(page)).status).toBe(404)
  const sitemap = (await read('/sitemap.xml')).text
  const listed = [...sitemap.matchAll(/<loc>[^<]+?(\/[^<]*\?lang=fr)</g)].map(
    ([, address]) => address ?? '',
  )
  expect(listed.length).toBeGreaterThan(20)
  for (const address of listed) {
    expect(`${address} ${(await read(address)).text}`).not.toContain(page)
  }
  expect((await read('/donation/clan-color-tag')).status).toBe(200)

  const visitor = createVisitor(origin)
  const { body: options } = await visitor.get('/api/payment-options')
  expect(JSON.stringify(options)).not.toContain('name-color-tag')
  const name = 'Name Color Tag'
  const items = [cartItem({ name, type: name, price: 20, duration: 1 })]
  const answer = await visitor.post(
    '/functions/v1/discord-purchase-notification',
    checkoutBody({ items, totalPrice: '20.00' }),
  )
  expect([answer.status, answer.body['code']]).toEqual([422, 'item_not_sold'])
})
