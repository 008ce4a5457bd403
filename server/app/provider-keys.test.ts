import { describe, expect, it } from 'vitest'
import { discordCredentials } from '#sandbox/credentials.ts'
import { faults, readConfig } from '#test/config.ts'
import { productionSettings as production } from '#test/factories/settings.ts'

describe('Stripe’s keys for real money', () => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = production
  const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }

  it.each(['sk_live_1', 'rk_live_1', 'a key of another shape'])(
    'still have the rules of production: %s',
    (key) => {
      const sentences = faults({ ...keys, STRIPE_SECRET_KEY: key }).split('\n')
      expect(sentences[0]).toMatch(/^STRIPE_SECRET_KEY .* rules of production/)
      expect(sentences).toContain('ADMIN_ACCESS_CODE must be set in production.')
    },
  )

  it('are refused with the address of a fake', () => {
    const sentences = faults({ ...keys, STRIPE_BASE_URL: 'http://127.0.0.1:3001' }).split('\n')
    expect(sentences).toContain(
      'STRIPE_BASE_URL points to this machine, which production must not use.',
    )
  })

  it('are not needed for a rehearsal', () => {
    const rehearsal = { ...keys, STRIPE_SECRET_KEY: 'sk_test_1' }
    expect(readConfig(rehearsal)).toMatchObject({
      production: false,
      stripe: { mode: 'test', apiOrigin: 'https://api.stripe.com' },
    })
    expect(readConfig(production).stripe).toMatchObject({ mode: 'live' })
  })
})

describe('a half configured provider', () => {
  it.each([
    ['Discord', 'DISCORD_CLIENT_ID', ['DISCORD_CLIENT_SECRET', 'DISCORD_WEBHOOK_URL']],
    ['PayPal', 'PAYPAL_CLIENT_SECRET', ['PAYPAL_CLIENT_ID', 'PAYPAL_WEBHOOK_ID']],
    ['Stripe', 'STRIPE_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY']],
    ['BattleMetrics', 'BATTLEMETRICS_SERVER_ID', ['BATTLEMETRICS_TOKEN']],
    ['the Discord bot', 'DISCORD_GUILD_ID', ['DISCORD_BOT_TOKEN']],
    ['CFTools', 'CFTOOLS_SERVER_ID', ['CFTOOLS_APPLICATION_ID', 'CFTOOLS_SECRET']],
  ])('is named: %s', (provider, name, missing) => {
    expect(faults({ [name]: '300000000000000001' })).toBe(
      `${missing.join(' and ')} must be set too: ${provider} is only half configured.`,
    )
  })

  it.each([
    ['DISCORD_BASE_URL', 'DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_WEBHOOK_URL'],
    ['STRIPE_BASE_URL', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'],
    ['PAYPAL_BASE_URL', 'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID'],
    ['BATTLEMETRICS_BASE_URL', 'BATTLEMETRICS_SERVER_ID and BATTLEMETRICS_TOKEN'],
    ['CFTOOLS_BASE_URL', 'CFTOOLS_APPLICATION_ID, CFTOOLS_SECRET and CFTOOLS_SERVER_ID'],
  ])('is refused with an address alone: %s', (name, keys) => {
    expect(faults({ [name]: 'http://127.0.0.1:3001' })).toBe(
      `${name} is not used without ${keys}: set them too, or remove it.`,
    )
    expect(faults({ STEAM_BASE_URL: 'http://127.0.0.1:3001' })).toBe('')
  })

  it('leaves the others to the sandbox', () => {
    const { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_WEBHOOK_URL } = production
    const config = readConfig({ DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_WEBHOOK_URL })
    expect(config.discord.origin).toBe('https://discord.com')
    expect(config.paypal.apiOrigin).toBe('http://127.0.0.1:3001')
    expect(config.sandbox.needed).toBe(true)
  })
})

describe('the Discord bot', () => {
  const bot = { DISCORD_BOT_TOKEN: 'token', DISCORD_GUILD_ID: '300000000000000003' }

  it('is that of the owner, or of a sandbox that plays Discord', () => {
    expect(readConfig({ ...production, ...bot }).discordBot).toEqual({
      botToken: 'token',
      guildId: '300000000000000003',
      publicKey: null,
      staffChannelId: null,
      origin: 'https://discord.com',
      isSandbox: false,
    })
    const { botToken, guildId, publicKey } = discordCredentials
    const played = { botToken, guildId, publicKey, origin: 'http://127.0.0.1:3001' }
    expect(readConfig({}).discordBot).toMatchObject({ ...played, isSandbox: true })
    expect(readConfig(production).discordBot).toBeNull()
  })

  it.each([
    [
      { ...bot },
      'DISCORD_BOT_TOKEN is not used without DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_WEBHOOK_URL: set them too, or remove it.',
    ],
    [
      { ...production, ...bot, DISCORD_GUILD_ID: 'my server' },
      'DISCORD_GUILD_ID: must be the id of a Discord server, 17 to 20 digits',
    ],
    [
      { ...production, ...bot, DISCORD_BOT_TOKEN: 'Bot token' },
      'DISCORD_BOT_TOKEN: must be one word',
    ],
    [
      { ...production, ...bot, DISCORD_BOT_TOKEN: discordCredentials.botToken },
      "DISCORD_BOT_TOKEN must not be the demo's, which is public.",
    ],
    [
      { ...production, ...bot, DISCORD_PUBLIC_KEY: discordCredentials.publicKey.toUpperCase() },
      "DISCORD_PUBLIC_KEY must not be the demo's, which is public.",
    ],
    [
      { ...production, ...bot, DISCORD_PUBLIC_KEY: 'abc' },
      'DISCORD_PUBLIC_KEY: must be the application’s public key, 64 digits and letters a to f',
    ],
    [
      { ...production, DISCORD_PUBLIC_KEY: 'a'.repeat(64) },
      'DISCORD_PUBLIC_KEY is not used without DISCORD_BOT_TOKEN and DISCORD_GUILD_ID: set them too, or remove it.',
    ],
    [
      { ...production, ...bot, DISCORD_STAFF_CHANNEL_ID: '300000000000000004' },
      'DISCORD_STAFF_CHANNEL_ID is not used without DISCORD_PUBLIC_KEY: set it too, or remove it.',
    ],
  ])('with %o is refused', (settings, sentence) => {
    expect(faults(settings)).toBe(sentence)
  })
})
