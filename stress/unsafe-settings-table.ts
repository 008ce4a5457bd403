import { siteConfig } from '#site/community.ts'
import { productionSettings } from '#test/factories/settings.ts'

/** Settings with which the product must not start. */
export interface UnsafeSettings {
  readonly what: string
  /** Changes to safe production settings; undefined removes one. */
  readonly changes: Readonly<Record<string, string | undefined>>
  /** The expected refusal: the setting and what is wrong. */
  readonly refusal: RegExp
}

const { DATABASE_URL, PUBLIC_ORIGIN } = productionSettings
const database = 'postgres://shop:database-password@'

/** Each required setting of production, left out. */
const missing = Object.keys(productionSettings)
  .filter((name) => name !== 'NODE_ENV')
  .map((name) =>
    unsafe(`without ${name}`, { [name]: undefined }, new RegExp(`^${name} must be set`)),
  )

/** No setting of a provider is enough alone. */
const half = [
  ['DISCORD_CLIENT_SECRET', 'DISCORD_WEBHOOK_URL'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_WEBHOOK_ID'],
  ['STRIPE_WEBHOOK_SECRET'],
].map((names) =>
  unsafe(
    `half a provider, without ${names.join(' and ')}`,
    Object.fromEntries(names.map((name) => [name, undefined])),
    new RegExp(`^${names.join(' and ')} must be set too: .* half configured`),
  ),
)

const loopbackProviders = ['DISCORD', 'STRIPE', 'PAYPAL', 'BATTLEMETRICS', 'STEAM'].map((name) =>
  unsafe(
    `the sandbox as ${name}`,
    { [`${name}_BASE_URL`]: 'http://127.0.0.1:3001' },
    new RegExp(`^${name}_BASE_URL points to this machine`),
  ),
)

export const unsafeSettings: readonly UnsafeSettings[] = [
  ...missing,
  ...half,
  ...loopbackProviders,
  unsafe(
    'a public address without NODE_ENV=production',
    { NODE_ENV: undefined, ADMIN_ACCESS_CODE: undefined },
    /^ADMIN_ACCESS_CODE must be set in production/,
  ),
  unsafe(
    'real money without NODE_ENV=production',
    { NODE_ENV: 'development', PUBLIC_ORIGIN: undefined, SESSION_SECRET: undefined },
    /^SESSION_SECRET must be set in production/,
  ),
  unsafe('a misspelt NODE_ENV', { NODE_ENV: 'prod' }, /^NODE_ENV: /),
  unsafe(
    'an address without https',
    { PUBLIC_ORIGIN: 'http://shop.example' },
    /^PUBLIC_ORIGIN .*https/,
  ),
  unsafe(
    'an address with a path',
    { PUBLIC_ORIGIN: `${PUBLIC_ORIGIN}/fr` },
    /^PUBLIC_ORIGIN: .*only/,
  ),
  unsafe(
    'this machine as address',
    { PUBLIC_ORIGIN: 'https://localhost' },
    /^PUBLIC_ORIGIN points/,
  ),
  unsafe(
    'a short session secret',
    { SESSION_SECRET: 'only-18-characters' },
    /^SESSION_SECRET: .*32/,
  ),
  unsafe(
    'a session secret of one letter',
    { SESSION_SECRET: 'x'.repeat(40) },
    /^SESSION_SECRET .*random/,
  ),
  unsafe(
    'the demo’s session secret',
    { SESSION_SECRET: 'sandbox-session-secret-sandbox-session-secret' },
    /^SESSION_SECRET .*which is public/,
  ),
  unsafe(
    'the demo’s access code',
    { ADMIN_ACCESS_CODE: 'kryptonite' },
    /^ADMIN_ACCESS_CODE .*which is public/,
  ),
  unsafe(
    'a short access code',
    { ADMIN_ACCESS_CODE: 'sesame7' },
    /^ADMIN_ACCESS_CODE .*16 random characters/,
  ),
  ...['Password1', 'admin123', 'qwertyuiop', 'administrateur'].map((code) =>
    unsafe(
      `${code} as access code`,
      { ADMIN_ACCESS_CODE: code },
      /^ADMIN_ACCESS_CODE .*(?:guessed|examples use)/,
    ),
  ),
  unsafe(
    'the brand as access code',
    { ADMIN_ACCESS_CODE: `${siteConfig.brand.toLowerCase()}-3f9a0c77d1e2` },
    /^ADMIN_ACCESS_CODE must not contain the brand/,
  ),
  unsafe(
    'the map as access code',
    { ADMIN_ACCESS_CODE: `${siteConfig.map.replaceAll(' ', '')}2025` },
    /^ADMIN_ACCESS_CODE must not contain the map/,
  ),
  unsafe(
    'the address as access code',
    { ADMIN_ACCESS_CODE: `my ${new URL(PUBLIC_ORIGIN).host} code` },
    /^ADMIN_ACCESS_CODE must not contain the address/,
  ),
  unsafe(
    'digits in their order as session secret',
    { SESSION_SECRET: '1234567890'.repeat(4) },
    /^SESSION_SECRET must be random/,
  ),
  unsafe(
    'a token for the figures that is a word',
    { METRICS_TOKEN: 'prometheus-metrics' },
    /^METRICS_TOKEN .*guessed/,
  ),
  unsafe(
    'one code for players and the owner',
    { ADMIN_ACCESS_CODE: '27182818', BETA_CODE: '27182818' },
    /^ADMIN_ACCESS_CODE must not be BETA_CODE/,
  ),
  unsafe('the demo’s beta code', { BETA_CODE: '05052025' }, /^BETA_CODE .*which is public/),
  unsafe('a beta code of letters', { BETA_CODE: 'letters' }, /^BETA_CODE: .*digits/),
  unsafe(
    'the demo’s Discord secret',
    { DISCORD_CLIENT_SECRET: 'sandbox-discord-secret' },
    /^DISCORD_CLIENT_SECRET .*which is public/,
  ),
  unsafe(
    'the demo’s PayPal secret',
    { PAYPAL_CLIENT_SECRET: 'sandbox-paypal-secret' },
    /^PAYPAL_CLIENT_SECRET .*which is public/,
  ),
  unsafe(
    'the demo’s webhook secret of Stripe',
    { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_kryptonique' },
    /^STRIPE_WEBHOOK_SECRET .*which is public/,
  ),
  unsafe(
    'Stripe’s publishable key',
    { STRIPE_SECRET_KEY: 'pk_live_51x' },
    /^STRIPE_SECRET_KEY .*publishable/,
  ),
  unsafe(
    'Stripe’s keys mixed up',
    { STRIPE_WEBHOOK_SECRET: 'sk_live_51x' },
    /^STRIPE_WEBHOOK_SECRET .*whsec_/,
  ),
  unsafe(
    'play money of Stripe',
    { STRIPE_SECRET_KEY: 'sk_test_51x' },
    /^STRIPE_SECRET_KEY accepts play money/,
  ),
  unsafe(
    'play money of PayPal',
    { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' },
    /^PAYPAL_BASE_URL accepts play money/,
  ),
  unsafe(
    'PayPal without https',
    { PAYPAL_BASE_URL: 'http://api-m.paypal.com' },
    /^PAYPAL_BASE_URL .*https/,
  ),
  unsafe(
    'Steam without https',
    { STEAM_BASE_URL: 'http://steamcommunity.com' },
    /^STEAM_BASE_URL .*https/,
  ),
  unsafe(
    'Stripe elsewhere',
    { STRIPE_BASE_URL: 'https://stripe.evil.example' },
    /^STRIPE_BASE_URL must be/,
  ),
  unsafe(
    'a staff channel elsewhere',
    { DISCORD_WEBHOOK_URL: 'https://evil.example/api/webhooks/1/secret-token' },
    /^DISCORD_WEBHOOK_URL must be https:\/\/discord\.com/,
  ),
  unsafe(
    'a staff channel without its token',
    { DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/1' },
    /^DISCORD_WEBHOOK_URL must be https:\/\/discord\.com/,
  ),
  unsafe(
    'half a BattleMetrics',
    { BATTLEMETRICS_TOKEN: 'a-token' },
    /^BATTLEMETRICS_SERVER_ID must be set too/,
  ),
  unsafe(
    'a game server that is asked, but not named',
    { GAME_SERVER_SOURCE: 'a2s' },
    /^GAME_SERVER_ADDRESS must be set too/,
  ),
  unsafe(
    'the embedded database without leave',
    { DATABASE_URL: undefined, ALLOW_EMBEDDED_DATABASE: 'false' },
    /^DATABASE_URL must be set in production: .*power/,
  ),
  unsafe(
    'a database of another kind',
    { DATABASE_URL: 'mysql://shop:x@db.example/shop' },
    /^DATABASE_URL: /,
  ),
  unsafe(
    'a database far away without a password',
    { DATABASE_URL: DATABASE_URL.replace(':database-password', '') },
    /^DATABASE_URL has no password/,
  ),
  unsafe(
    'a database far away in the clear',
    { DATABASE_URL: `${database}db.example/shop` },
    /^DATABASE_URL does not encrypt/,
  ),
  unsafe(
    'a database far away that may not encrypt',
    { DATABASE_URL: `${database}db.example/shop?sslmode=disable` },
    /^DATABASE_URL does not encrypt/,
  ),
  unsafe(
    'everybody as proxy',
    { TRUSTED_PROXIES: '0.0.0.0/0' },
    /^TRUSTED_PROXIES trusts strangers/,
  ),
  unsafe(
    'everybody as proxy, by IPv6',
    { TRUSTED_PROXIES: '127.0.0.1,::/0' },
    /^TRUSTED_PROXIES trusts strangers/,
  ),
  unsafe('a proxy by name', { TRUSTED_PROXIES: 'proxy.example' }, /^TRUSTED_PROXIES: must be/),
  unsafe('no port', { PORT: '65536' }, /^PORT: /),
  unsafe('no host', { HOST: 'two words' }, /^HOST: /),
  unsafe('an admin by name', { ADMIN_DISCORD_IDS: 'sokol' }, /^ADMIN_DISCORD_IDS: must be/),
  unsafe('an invalid flag', { REQUIRE_STEAM_CLAIM: 'yes' }, /^REQUIRE_STEAM_CLAIM: /),
  demo(
    'other machines without secrets',
    { HOST: '0.0.0.0' },
    /^SESSION_SECRET must be set when HOST/,
  ),
  demo(
    'an address of PayPal without its keys',
    { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' },
    /^PAYPAL_BASE_URL is not used without/,
  ),
  demo('one port for two programs', { PORT: '3001' }, /^SANDBOX_PORT must differ from PORT/),
  demo(
    'Discord elsewhere',
    {
      DISCORD_CLIENT_ID: '300000000000000001',
      DISCORD_CLIENT_SECRET: 'discord-secret',
      DISCORD_WEBHOOK_URL: 'https://evil.example/api/webhooks/1/secret-token',
    },
    /^DISCORD_WEBHOOK_URL must be/,
  ),
]

function unsafe(what: string, changes: UnsafeSettings['changes'], refusal: RegExp): UnsafeSettings {
  return { what, changes, refusal }
}

/** Without the settings of production. */
function demo(what: string, changes: UnsafeSettings['changes'], refusal: RegExp): UnsafeSettings {
  const without = Object.fromEntries(
    Object.keys(productionSettings).map((name) => [name, undefined]),
  )
  return { what: `a demo with ${what}`, changes: { ...without, ...changes }, refusal }
}
