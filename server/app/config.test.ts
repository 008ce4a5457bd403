import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faults, readConfig } from '#test/config.ts'
import { productionSettings as production } from '#test/factories/settings.ts'
import { settingNames } from './config.ts'

const battlemetrics = { BATTLEMETRICS_SERVER_ID: '1', BATTLEMETRICS_TOKEN: 'token' }

describe('the product without any setting', () => {
  const config = readConfig({})

  it('is a demo on this machine alone', () => {
    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://127.0.0.1:3000',
      database: { kind: 'embedded', directory: './data' },
      sandbox: { needed: true, port: 3001 },
      requireSteamClaim: false,
      staffRoles: new Map(),
      staffLanguage: 'fr',
    })
  })

  it('uses the demo codes', () => {
    expect(config).toMatchObject({ adminAccessCode: 'kryptonite', betaCode: '05052025' })
    expect(config.sessionSecret.length).toBeGreaterThanOrEqual(32)
  })

  it('uses the sandbox for every provider', () => {
    expect(config.discord).toMatchObject({
      origin: 'http://127.0.0.1:3001',
      avatarOrigin: 'http://127.0.0.1:3001',
      webhookUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3001\/api\/webhooks\//),
    })
    expect(config.paypal).toMatchObject({
      driver: 'orders',
      mode: 'test',
      apiOrigin: 'http://127.0.0.1:3001',
      scriptOrigin: 'http://127.0.0.1:3001',
    })
  })
})

it('a missing setting that is written wrong is named beside it', () => {
  const { PAYPAL_WEBHOOK_ID, ...others } = production
  expect(faults({ ...others, PAYPAL_WEBHOK_ID: PAYPAL_WEBHOOK_ID })).toMatch(
    /^PAYPAL_WEBHOOK_ID must be set.*\nPAYPAL_WEBHOK_ID is not a setting/ms,
  )
})

describe('the product in production', () => {
  it('starts when everything is set, and uses the real providers', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      publicOrigin: 'https://shop.example',
      sandbox: { needed: false },
      discord: { origin: 'https://discord.com', avatarOrigin: 'https://cdn.discordapp.com' },
      paypal: {
        mode: 'live',
        apiOrigin: 'https://api-m.paypal.com',
        scriptOrigin: 'https://www.paypal.com',
      },
    })
  })

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'does not start without %s',
    (name) => {
      expect(faults({ ...production, [name]: undefined })).toMatch(
        new RegExp(`^${name} must be set`),
      )
    },
  )

  it.each([
    ['PUBLIC_ORIGIN', 'http://shop.example', /https/],
    ['PUBLIC_ORIGIN', 'https://localhost', /this machine/],
    ['SESSION_SECRET', readConfig({}).sessionSecret, /which is public/],
    ['ADMIN_ACCESS_CODE', 'kryptonite', /which is public/],
    ['BETA_CODE', '05052025', /which is public/],
    ['ADMIN_ACCESS_CODE', 'sesame7', /16 random characters/],
    ['DISCORD_WEBHOOK_URL', 'https://evil.example/api/webhooks/1/x', /discord\.com/],
    ['DISCORD_WEBHOOK_URL', 'http://discord.com/api/webhooks/1/x', /discord\.com/],
    ['DISCORD_WEBHOOK_URL', 'https://discord.com@evil.example/api/webhooks/1/x', /discord\.com/],
  ])('does not start with %s=%s', (name, value, reason) => {
    const sentences = faults({ ...production, [name]: value }).split('\n')
    expect(sentences).toContainEqual(expect.stringMatching(reason))
    expect(sentences.filter((sentence) => !sentence.includes(name))).toEqual([])
  })

  it.each([
    'DISCORD_BASE_URL',
    'STRIPE_BASE_URL',
    'PAYPAL_BASE_URL',
    'BATTLEMETRICS_BASE_URL',
    'STEAM_BASE_URL',
  ])('does not start with a %s on this machine', (name) => {
    for (const host of ['127.0.0.1:3001', 'localhost', 'api.localhost', '[::1]', '127.9.9.9']) {
      expect(faults({ ...production, ...battlemetrics, [name]: `http://${host}` })).toBe(
        `${name} points to this machine, which production must not use.`,
      )
    }
  })

  it.each(['DISCORD', 'PAYPAL', 'BATTLEMETRICS', 'STEAM'])('calls %s by https only', (provider) => {
    const name = `${provider}_BASE_URL`
    const url = 'http://provider.example'
    const allowed = { ...battlemetrics, ALLOW_TEST_PAYMENTS: 'true' }
    expect(faults({ ...production, ...allowed, [name]: url })).toBe(
      `${name} must begin with https:// in production.`,
    )
    expect(faults({ ...production, ...allowed, [name]: url.replace('http', 'https') })).toBe('')
  })

  it.each(['http://provider.example', 'https://provider.example', 'http://api.stripe.com'])(
    'sends Stripe’s secret key to no other host: %s',
    (STRIPE_BASE_URL) => {
      for (const STRIPE_SECRET_KEY of ['sk_live_1', 'sk_test_1']) {
        expect(faults({ ...production, STRIPE_SECRET_KEY, STRIPE_BASE_URL }).split('\n')).toContain(
          'STRIPE_BASE_URL must be https://api.stripe.com or a fake on this machine.',
        )
      }
      expect(faults({ ...production, STRIPE_BASE_URL: 'https://api.stripe.com' })).toBe('')
    },
  )

  it.each([
    ['PAYPAL_BASE_URL', 'https://api-m.sandbox.paypal.com'],
    ['PAYPAL_BASE_URL', 'https://paypal.evil.example'],
    ['STRIPE_SECRET_KEY', 'sk_test_1'],
    ['STRIPE_SECRET_KEY', 'rk_test_1'],
  ])('accepts test payments only when ALLOW_TEST_PAYMENTS is set: %s=%s', (name, value) => {
    const rehearsal = { ...production, [name]: value }
    expect(faults(rehearsal)).toBe(
      `${name} accepts play money. ALLOW_TEST_PAYMENTS=true accepts that.`,
    )
    expect(faults({ ...rehearsal, ALLOW_TEST_PAYMENTS: 'true' })).toBe('')
  })

  it('uses the embedded database only when ALLOW_EMBEDDED_DATABASE is set', () => {
    const embedded = { ...production, DATABASE_URL: undefined }
    expect(faults(embedded)).toContain('ALLOW_EMBEDDED_DATABASE=true')
    expect(faults({ ...embedded, ALLOW_EMBEDDED_DATABASE: 'false' })).not.toBe('')
    expect(readConfig({ ...embedded, ALLOW_EMBEDDED_DATABASE: 'true' }).database.kind).toBe(
      'embedded',
    )
  })

  it('names every fault at once', () => {
    const sentences = faults({ NODE_ENV: 'production' }).split('\n')
    for (const name of Object.keys(production).filter((known) => known !== 'NODE_ENV')) {
      expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)))
    }
  })

  it('names each unreadable and each missing setting once', () => {
    const unreadable = { PORT: 'many', SESSION_SECRET: 'short', DATABASE_URL: 'mysql://db/shop' }
    const settings = { ...production, ...unreadable, BETA_CODE: '05052025' }
    const { DISCORD_CLIENT_ID: _, ...withoutId } = settings
    expect(faults(withoutId).split('\n')).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^DATABASE_URL: /),
      expect.stringMatching(/^SESSION_SECRET: /),
      expect.stringMatching(/^DISCORD_CLIENT_ID must be set too/),
      expect.stringMatching(/^DISCORD_CLIENT_ID must be set in production/),
      expect.stringMatching(/^BETA_CODE must not be the demo/),
    ])
  })
})

describe('without NODE_ENV=production', () => {
  it.each(['prod', 'Production', 'staging', 'true'])('an unknown mode is refused: %s', (mode) => {
    expect(faults({ NODE_ENV: mode })).toMatch(/^NODE_ENV: /)
  })

  it.each([undefined, 'development', 'test'])(
    'a public address still has the rules of production: %s',
    (NODE_ENV) => {
      const PUBLIC_ORIGIN = 'https://shop.example'
      const sentences = faults({ NODE_ENV, PUBLIC_ORIGIN }).split('\n')
      expect(sentences[0]).toMatch(/^PUBLIC_ORIGIN .* rules of production/)
      expect(sentences).toContain('ADMIN_ACCESS_CODE must be set in production.')
      expect(readConfig({ ...production, NODE_ENV }).production).toBe(true)
    },
  )

  it('real money still has the rules of production', () => {
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = production
    const keys = { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID }
    const sentences = faults(keys).split('\n')
    expect(sentences[0]).toMatch(/^PAYPAL_CLIENT_ID .* rules of production/)
    expect(sentences).toContain('ADMIN_ACCESS_CODE must be set in production.')
    const rehearsal = { ...keys, PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }
    expect(readConfig(rehearsal)).toMatchObject({ production: false, paypal: { mode: 'test' } })
  })
})

describe('a HOST that admits other machines', () => {
  const secrets = {
    SESSION_SECRET: production.SESSION_SECRET,
    ADMIN_ACCESS_CODE: production.ADMIN_ACCESS_CODE,
    BETA_CODE: '1',
  }

  it.each(['0.0.0.0', '::', '192.168.1.20', 'shop.example', '127.evil.example'])(
    'needs its own secrets: %s',
    (HOST) => {
      for (const name of Object.keys(secrets)) {
        expect(faults({ HOST, ...secrets, [name]: undefined })).toBe(
          `${name} must be set when HOST lets other machines in.`,
        )
      }
      for (const code of ['kryptonite', 'sesame7']) {
        expect(faults({ HOST, ...secrets, ADMIN_ACCESS_CODE: code })).toMatch(
          /^ADMIN_ACCESS_CODE must [^\n]+$/,
        )
      }
      expect(readConfig({ HOST, ...secrets }).host).toBe(HOST)
    },
  )

  it.each(['127.0.0.1', 'localhost', '::1', '::ffff:7f00:1', '127.0.0.2'])(
    'needs none on %s',
    (HOST) => {
      expect(readConfig({ HOST }).adminAccessCode).toBe('kryptonite')
    },
  )
})

describe('the public origin', () => {
  it.each([
    [{ ...production, PUBLIC_ORIGIN: 'https://Shop.Example/' }, 'https://shop.example'],
    [{ ...production, PUBLIC_ORIGIN: 'https://shop.example:443' }, 'https://shop.example'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: 'localhost', PORT: '4000' }, 'http://localhost:4000'],
  ])('of %o is %s', (environment, expected) => {
    expect(readConfig(environment).publicOrigin).toBe(expected)
  })

  it.each(['https://shop.example/fr', 'https://shop.example?x', 'https://me@shop.example', 'shop'])(
    'is not %s',
    (PUBLIC_ORIGIN) => {
      expect(faults({ PUBLIC_ORIGIN })).toMatch(/^PUBLIC_ORIGIN: /)
    },
  )
})

it('treats an empty value as not set', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

it.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['SANDBOX_PORT', '-1'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://db.example/shop'],
  ['SESSION_SECRET', 'too short'],
  ['BETA_CODE', 'abc'],
  ['BETA_CODE', '123456789'],
  ['REQUIRE_STEAM_CLAIM', 'yes'],
  ['PAYPAL_DRIVER', 'Orders'],
  ['GAME_SERVER_SOURCE', 'gametracker'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '010.0.0.0/8'],
  ['TRUSTED_PROXIES', '10.0'],
])('refuses %s=%s by name', (name, value) => {
  expect(faults({ [name]: value })).toMatch(new RegExp(`^${name}: `))
})

it('accepts no webhook of another host, not even in development', () => {
  const { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = production
  const discord = { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET }
  expect(faults({ ...discord, DISCORD_WEBHOOK_URL: 'https://evil.example/x' })).toContain(
    'DISCORD_WEBHOOK_URL',
  )
  const local = { ...discord, DISCORD_WEBHOOK_URL: 'http://127.0.0.1:3001/api/webhooks/1/x' }
  expect(readConfig(local).discord.webhookUrl).toBe(local.DISCORD_WEBHOOK_URL)
})

it.each([
  ['https://api-m.paypal.com', 'live'],
  ['https://api.paypal.com', 'live'],
  ['https://api-m.sandbox.paypal.com', 'test'],
  ['http://127.0.0.1:3001', 'test'],
])('the address %s means that payments are %s', (PAYPAL_BASE_URL, mode) => {
  const rehearsal = {
    ...production,
    NODE_ENV: undefined,
    PUBLIC_ORIGIN: undefined,
    STRIPE_SECRET_KEY: 'sk_test_1',
  }
  const settings = mode === 'live' ? production : rehearsal
  expect(readConfig({ ...settings, PAYPAL_BASE_URL }).paypal.mode).toBe(mode)
})

it('lists the other hosts by which a browser on this machine may call it', () => {
  expect(readConfig({}).loopbackAliases).toEqual(['localhost:3000', '[::1]:3000'])
  expect(readConfig({ HOST: 'localhost', PORT: '80' }).loopbackAliases).toEqual([
    '127.0.0.1',
    '[::1]',
  ])
  expect(readConfig(production).loopbackAliases).toEqual([])
})

it('trims the blanks around a value', () => {
  const spaced = { ...production, SESSION_SECRET: ` ${production.SESSION_SECRET}\n` }
  expect(readConfig(spaced).sessionSecret).toBe(production.SESSION_SECRET)
  expect(faults({ SESSION_SECRET: `short${' '.repeat(40)}` })).toMatch(/^SESSION_SECRET: /)
})

it('reads the trusted proxies', () => {
  expect(readConfig({}).trustedProxies).toEqual([])
  const TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8,2001:db8::/32'
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES })
  expect(trustedProxies.map((range) => range.join('/'))).toEqual([
    '127.0.0.1/32',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
})

it('splits the list of admins at commas and spaces', () => {
  const ids = ['200000000000000001', '200000000000000002', '200000000000000003']
  const ADMIN_DISCORD_IDS = `${ids[0]}, ${ids[1]};${ids[2]}  `
  expect([...readConfig({ ADMIN_DISCORD_IDS }).staffRoles.keys()]).toEqual(ids)
})

it.each(['sokol', '200000000000000001 sokol#1234', '17'])(
  'refuses an admin that is not a Discord id: %s',
  (ADMIN_DISCORD_IDS) => {
    expect(() => readConfig({ ADMIN_DISCORD_IDS })).toThrow(/ADMIN_DISCORD_IDS: must be Discord/)
  },
)

it('any environment gives settings or a ConfigError that names a setting', () => {
  const value = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.integer().map(String),
    fc.constantFrom('true', 'production', '::', '::1', '0.0.0.0', 'http://', 'http://[', '[::1]'),
  )
  const environment = fc.dictionary(fc.constantFrom(...settingNames, 'PATH', '__proto__'), value)
  fc.assert(
    fc.property(environment, (settings) => {
      const message = faults(settings)
      for (const sentence of message.split('\n').filter(Boolean)) {
        expect(settingNames.some((name) => sentence.includes(name))).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
