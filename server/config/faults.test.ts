import { expect, it } from 'vitest'
import { productionSettings as production, productionSite } from '../../test/factories/settings.ts'
import { findFaults } from './faults.ts'
import { settings } from './settings.ts'

it.each([
  ['SESSION_SECRET', 'a'.repeat(40), /random/],
  ['SESSION_SECRET', '0123456'.repeat(6), /random/],
  ['ADMIN_ACCESS_CODE', 'Password', /first that are tried/],
  ['ADMIN_ACCESS_CODE', 'abababababab', /first that are tried/],
  ['DISCORD_CLIENT_SECRET', 'sandbox-discord-secret', /everybody knows/],
  ['PAYPAL_CLIENT_SECRET', 'sandbox-paypal-secret', /everybody knows/],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox_kryptonique', /everybody knows/],
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
  ['DATABASE_URL', 'postgres://shop:x@localhost/shop?host=db.example', /does not encrypt/],
])('production does not start with %s=%s', (name, value, reason) => {
  const sentences = faults({ ...production, [name]: value }).split('\n')
  expect(sentences).toContainEqual(expect.stringMatching(reason))
  expect(sentences.filter((sentence) => !sentence.includes(name))).toEqual([])
})

it('takes no code for the owner that every player is told', () => {
  const code = '27182818'
  expect(faults({ ...production, ADMIN_ACCESS_CODE: code, BETA_CODE: code })).toBe(
    'ADMIN_ACCESS_CODE must not be BETA_CODE, which is told to every player.',
  )
})

it.each([
  'postgres://shop@localhost/shop',
  'postgres://shop@127.0.0.1:5432/shop',
  'postgres://shop@localhost/shop?host=/run/postgresql',
  'postgres://shop:x@postgres:5432/shop',
  'postgres://shop:x@10.0.0.7/shop',
  'postgres://shop:x@[fd00::7]/shop',
  'postgres://shop:x@db.railway.internal/shop',
  'postgres://shop:x@db.example/shop?sslmode=require',
  'postgres://shop:x@db.example/shop?sslmode=no-verify',
  'postgres://shop@db.example/shop?sslmode=verify-full&sslcert=/run/secrets/shop.crt',
])('takes a database near by, or with proof and encryption: %s', (DATABASE_URL) => {
  expect(faults({ ...production, DATABASE_URL })).toBe('')
})

it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '2000::/3', '::ffff:0.0.0.0/96'])(
  'trusts no strangers as proxies: %s',
  (TRUSTED_PROXIES) => {
    for (const sentence of faults({ TRUSTED_PROXIES }).split('\n')) {
      expect(sentence).toMatch(/^TRUSTED_PROXIES trusts strangers/)
    }
  },
)

it('needs two ports for the product and its sandbox', () => {
  expect(faults({ PORT: '4000', SANDBOX_PORT: '4000' })).toBe(
    'SANDBOX_PORT must be another one than PORT.',
  )
  expect(faults({ ...production, PORT: '4000', SANDBOX_PORT: '4000' })).toBe('')
  expect(faults({ PORT: '0', SANDBOX_PORT: '0' })).toBe('')
})

function faults(environment: Readonly<Record<string, string | undefined>>): string {
  return findFaults(settings.parse(environment), productionSite).join('\n')
}
