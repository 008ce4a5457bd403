import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { productionSettings as production, productionSite } from '#test/factories/settings.ts'
import { createRandom } from '#test/random.ts'
import { validateSettings } from './validate-settings.ts'
import { settings } from './settings.ts'

it.each([
  ['SESSION_SECRET', 'a'.repeat(40), /random/],
  ['SESSION_SECRET', '0123456'.repeat(6), /random/],
  ['DISCORD_CLIENT_SECRET', 'sandbox-discord-secret', /which is public/],
  ['PAYPAL_CLIENT_SECRET', 'sandbox-paypal-secret', /which is public/],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox_kryptonique', /which is public/],
  ['STRIPE_SECRET_KEY', 'pk_live_1', /publishable key/],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_1', /whsec_/],
  ['DISCORD_WEBHOOK_URL', 'https://discord.com/api/webhooks/', /discord\.com/],
  ['DISCORD_WEBHOOK_URL', 'https://discord.com/api/webhooks/1/x/slack', /nothing after them/],
  ['DISCORD_WEBHOOK_URL', 'https://discord.com/api/webhooks/1/x?thread_id=2', /nothing after/],
  ['DATABASE_URL', 'postgres://shop@db.example/shop?sslmode=require', /no password/],
  ['DATABASE_URL', 'postgres://shop:x@db.example/shop', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@db.example/shop?sslmode=disable', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@db.example/shop?sslmode=prefer', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@203.0.113.7/shop?ssl=0', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@[2001:db8::1]/shop', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@172.32.0.1/shop', /does not encrypt/],
  ['DATABASE_URL', 'postgres://shop:x@localhost/shop?host=db.example', /does not encrypt/],
])('production does not start with %s=%s', (name, value, reason) => {
  const sentences = faults({ ...production, [name]: value }).split('\n')
  expect(sentences).toContainEqual(expect.stringMatching(reason))
  expect(sentences.filter((sentence) => !sentence.includes(name))).toEqual([])
})

it.each([
  // The brand, the map and the address, in any spelling.
  ['kryptonique', /contain the brand/],
  ['KRYPTONIQUE-fLw8sQ2nVx7Rb', /contain the brand/],
  ['fLw8sQ2nVx7Rb.kr.yp.to.ni.que', /contain the brand/],
  ['Krypt0n1qu3-fLw8sQ2nVx7Rb', /contain the brand/],
  ['ｋｒｙｐｔｏｎｉｑｕｅ fLw8sQ2nVx7Rb', /contain the brand/],
  ['deerisle2025', /contain the map/],
  ['fLw8sQ2nVx7Rb Deer-Isle', /contain the map/],
  ['D33r1sl3 fLw8sQ2nVx7Rb', /contain the map/],
  ['deer-1sle-2025-adm', /contain the map/],
  ['our-fine-shop fLw8sQ2nVx7Rb', /contain the address/],
  ['fLw8sQ2nVx7Rb survival', /contain the address/],
  ['fLw8sQ2nVx7Rb 203.0.113.7', /contain the address/],
  ['fLw8sQ2nVx7Rb 55501234', /contain the address/],
  // Tried first, or soon.
  ['sesame7', /guessed/],
  ['admin123', /examples use/],
  ['Password', /examples use/],
  ['qwertyuiop', /guessed/],
  ['azertyuiop123', /guessed/],
  ['abababababab', /guessed/],
  ['P@ssw0rd!2025', /examples use/],
  ['motdepasse123', /guessed/],
  ['soleilcouchant', /guessed/],
  ['administrateur', /examples use/],
  ['chernogorsk', /guessed/],
  ['пароль123456', /guessed/],
  ['contraseña2024', /guessed/],
  ['DayZ-Admin-2025', /examples use/],
])('production does not start with an admin code that can be guessed: %s', (code, reason) => {
  const sentences = faults({ ...production, ...addresses, ADMIN_ACCESS_CODE: code }).split('\n')
  expect(sentences).toEqual([expect.stringMatching(/^ADMIN_ACCESS_CODE .*openssl rand/)])
  expect(sentences[0]).toMatch(reason)
  expect(sentences[0]?.toLowerCase()).not.toContain(code.toLowerCase())
})

it.each([
  ['1234567890'.repeat(4), /random/],
  ['abcdefghijklmnopqrstuvwxyz123456', /random/],
  ['qwertyuiopasdfghjklzxcvbnm123456', /random/],
  ['deadbeef'.repeat(4), /random/],
  ['thisisaverysecretsessionsecret123', /examples use/],
  ['a secret of at least 32 characters', /examples use/],
  ['change-this-to-a-long-random-string', /examples use/],
  ['kryptonique-9f86d081884c7d659a2feaa0c55ad015', /contain the brand/],
])('production does not start with a session secret that can be guessed: %s', (secret, reason) => {
  const sentence = faults({ ...production, SESSION_SECRET: secret })
  expect(sentence).toMatch(/^SESSION_SECRET [^\n]*openssl rand[^\n]*$/)
  expect(sentence).toMatch(reason)
})

it('names all weak secrets at once', () => {
  const weak = {
    SESSION_SECRET: '1234567890'.repeat(4),
    ADMIN_ACCESS_CODE: 'deerisle2025',
    BETA_CODE: '05052025',
    METRICS_TOKEN: 'kryptonique-metrics',
  }
  const sentences = faults({ ...production, ...weak }).split('\n')
  expect(sentences).toHaveLength(4)
  for (const name of Object.keys(weak)) {
    expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^${name} must`)))
  }
})

const alphanumeric = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')

it('accepts secrets made as the manual says, and codes that only look simple', () => {
  for (let drawn = 0; drawn < 6; drawn += 1) {
    const SESSION_SECRET = randomBytes(32).toString(drawn % 2 === 0 ? 'hex' : 'base64')
    const ADMIN_ACCESS_CODE = randomBytes(10).toString('hex')
    expect(faults({ ...production, ...addresses, SESSION_SECRET, ADMIN_ACCESS_CODE })).toBe('')
  }
  const random = createRandom(14)
  for (let drawn = 0; drawn < 20; drawn += 1) {
    const ADMIN_ACCESS_CODE = Array.from({ length: 16 }, () => random.pick(alphanumeric)).join('')
    expect(faults({ ...production, ...addresses, ADMIN_ACCESS_CODE })).toBe('')
  }
  const SESSION_SECRET = 'cafe9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f0'
  expect(faults({ ...production, PUBLIC_ORIGIN: 'https://cafe.example', SESSION_SECRET })).toBe('')
  for (const BETA_CODE of ['1', '1111', '12345678']) {
    expect(faults({ ...production, BETA_CODE })).toBe('')
  }
})

it('refuses the beta code, which every player knows, as the admin code', () => {
  const code = '27182818'
  expect(faults({ ...production, ADMIN_ACCESS_CODE: code, BETA_CODE: code })).toBe(
    'ADMIN_ACCESS_CODE must not be BETA_CODE, which every player knows.',
  )
})

it.each([
  'postgres://shop@localhost/shop',
  'postgres://shop@127.0.0.1:5432/shop',
  'postgres://shop@localhost/shop?host=/run/postgresql',
  'postgres://shop:x@postgres:5432/shop',
  'postgres://shop:x@10.0.0.7/shop',
  'postgres://shop:x@100.127.0.7/shop',
  'postgres://shop:x@[fd00::7]/shop',
  'postgres://shop:x@db.railway.internal/shop',
  'postgres://shop:x@db.example/shop?sslmode=require',
  'postgres://shop:x@db.example/shop?sslmode=no-verify',
  'postgres://shop@db.example/shop?sslmode=verify-full&sslcert=/run/secrets/shop.crt',
])('accepts a nearby database, or one with a password and encryption: %s', (DATABASE_URL) => {
  expect(faults({ ...production, DATABASE_URL })).toBe('')
})

it.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '2000::/3',
  '::ffff:0:0/96,::ffff:0.0.0.0/90',
])('refuses proxy ranges that contain strangers: %s', (TRUSTED_PROXIES) => {
  for (const sentence of faults({ TRUSTED_PROXIES }).split('\n')) {
    expect(sentence).toMatch(/^TRUSTED_PROXIES trusts strangers/)
  }
})

it('needs different ports for the product, its sandbox and its metrics', () => {
  expect(faults({ PORT: '4000', SANDBOX_PORT: '4000' })).toBe('SANDBOX_PORT must differ from PORT.')
  expect(faults({ ...production, PORT: '4000', SANDBOX_PORT: '4000' })).toBe('')
  expect(faults({ PORT: '0', SANDBOX_PORT: '0' })).toBe('')
  expect(faults({ ...production, PORT: '4000', METRICS_PORT: '4000' })).toBe(
    'METRICS_PORT must differ from PORT.',
  )
})

const addresses = {
  PUBLIC_ORIGIN: 'https://www.our-fine-shop.example',
  GAME_SERVER_SOURCE: 'a2s',
  GAME_SERVER_ADDRESS: '203.0.113.7:27016',
  BATTLEMETRICS_SERVER_ID: '55501234',
  BATTLEMETRICS_TOKEN: 'token',
}
const site = {
  ...productionSite,
  server: { ...productionSite.server, address: 'survival.example:2302' },
}

function faults(environment: Readonly<Record<string, string | undefined>>): string {
  return validateSettings(settings.parse(environment), site).join('\n')
}
