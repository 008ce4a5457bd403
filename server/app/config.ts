import type { Language } from '#contract/language.ts'
import { siteConfig, videos } from '#site/community.ts'
import { kryptoPacks, kryptoPriceIds } from '#site/packs.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { gameServer, houseRules } from '#site/server.ts'
import { validateSettings, reasonForProduction } from './validate-settings.ts'
import { isLoopback, localOrigin, loopbackAliases, type NetworkRange } from './network-addresses.ts'
import {
  gameServerConfig,
  needsSandbox,
  paypalLiveApi,
  paypalMode,
  sandboxDefaults,
  settings,
  stripeApi,
  stripeMode,
  type Settings,
} from './settings.ts'
import type { SiteSettings } from './validate-site.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import type { PayPalAccount } from '#server/providers/paypal/client.ts'

/** Every setting of the product, read and checked once. See `.env.example` for a line on each. */
export interface Config {
  /**
   * Whether the rules of production hold: NODE_ENV says so, the address is public, or the keys take
   * real money.
   */
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Scheme, host and port that browsers use, without a trailing slash. */
  readonly publicOrigin: string
  /** Other hosts, with port, by which a browser on this machine may call the site. */
  readonly loopbackAliases: readonly string[]
  /** Proxies in front of the server. Their `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly NetworkRange[]
  readonly database: DatabaseLocation
  readonly logLevel: Settings['LOG_LEVEL']
  /** The token that opens `/metrics`. A secret. */
  readonly metricsToken: string | null
  /** The port where programs on this machine read the metrics without a token; null for none. */
  readonly metricsPort: number | null
  readonly sandbox: { readonly needed: boolean; readonly port: number }
  readonly sessionSecret: string
  readonly adminAccessCode: string
  readonly adminDiscordIds: readonly string[]
  readonly betaCode: string
  /** Whether only linked accounts may spend Kr, not everybody who types the Steam ID. */
  readonly requireSteamClaim: boolean
  readonly discord: DiscordConfig
  /** Of the messages to the staff. */
  readonly staffLanguage: Language
  readonly paypal: PayPalConfig
  readonly stripe: StripeConfig
  readonly steam: SteamConfig
  /** The source of the game server's status; null for none. */
  readonly gameServer: GameServerConfig | null
}

export interface DiscordConfig {
  readonly clientId: string
  readonly clientSecret: string
  /** The webhook of the staff's channel; a secret. */
  readonly webhookUrl: string
  /** `https://discord.com` or a fake. */
  readonly origin: string
  readonly avatarOrigin: string
}

export interface PayPalConfig extends PayPalAccount {
  readonly driver: 'orders' | 'hosted'
  readonly scriptOrigin: string
}

export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
  /** `live` keys take real money. */
  readonly mode: 'live' | 'test'
  /** `https://api.stripe.com` or a fake. */
  readonly apiOrigin: string
}

export interface SteamConfig {
  /** `https://steamcommunity.com` or a fake: where players sign in. */
  readonly communityOrigin: string
  /** `https://api.steampowered.com` or a fake. */
  readonly apiOrigin: string
  /** Without it the site shows no Steam names; nothing else needs it. */
  readonly apiKey: string | null
}

/** The source of the game server's status. */
export type GameServerConfig = BattleMetricsConfig | A2sConfig

export interface BattleMetricsConfig {
  readonly source: 'battlemetrics'
  readonly serverId: string
  /** A secret. */
  readonly token: string
  /** `https://api.battlemetrics.com` or a fake. */
  readonly apiOrigin: string
}

export interface A2sConfig {
  readonly source: 'a2s'
  readonly host: string
  /** Its query port, which is not the port that players connect to. */
  readonly port: number
}

/** The settings cannot be used. The message has one sentence for each fault, with the setting's name. */
export class ConfigError extends Error {}

/** The names of all settings, for the test that compares them with `.env.example`. */
export const settingNames = Object.keys(settings.shape)

/**
 * Reads the environment and checks it and the site's own files. Throws ConfigError naming every setting
 * that is wrong, missing or unsafe.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  site: SiteSettings = {
    ...siteConfig,
    gameServer,
    houseRules,
    videos,
    products,
    priceList,
    kryptoPacks,
    kryptoPriceIds,
  },
): Config {
  const { values, unreadable } = readSettings(dropEmpty(environment))
  const faults = [
    ...unreadable.map(({ name, message }) => `${name}: ${message}`),
    // A sentence about an unreadable setting would be about its default value.
    ...validateSettings(values, site).filter(
      (sentence) => !unreadable.some(({ name }) => new RegExp(`\\b${name}\\b`).test(sentence)),
    ),
  ]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return assemble(values)
}

interface UnreadableSetting {
  readonly name: string
  readonly message: string
}

/** Parses the settings that can be read even when others cannot, so that one start reports every fault. */
function readSettings(environment: Readonly<Record<string, string>>): {
  readonly values: Settings
  readonly unreadable: readonly UnreadableSetting[]
} {
  const parsed = settings.safeParse(environment)
  if (parsed.success) return { values: parsed.data, unreadable: [] }
  const unreadable = parsed.error.issues.map(({ path, message }) => ({
    name: path.join('.'),
    message,
  }))
  const names = new Set(unreadable.map(({ name }) => name))
  const readable = Object.entries(environment).filter(([name]) => !names.has(name))
  return { values: settings.parse(Object.fromEntries(readable)), unreadable }
}

/** `NAME=` in a file means "not set". Spaces and line breaks around a value are a slip of copying. */
function dropEmpty(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  )
}

function assemble(values: Settings): Config {
  const sandboxOrigin = `http://127.0.0.1:${values.SANDBOX_PORT}`
  const sandboxNeeded = needsSandbox(values)
  const publicOrigin = values.PUBLIC_ORIGIN ?? localOrigin(values.HOST, values.PORT)
  return {
    production: reasonForProduction(values) !== null,
    host: values.HOST,
    port: values.PORT,
    publicOrigin,
    loopbackAliases: loopbackAliases(publicOrigin),
    trustedProxies: values.TRUSTED_PROXIES,
    database: values.DATABASE_URL
      ? { kind: 'postgres', url: values.DATABASE_URL }
      : { kind: 'embedded', directory: values.DATA_DIR },
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    sandbox: { needed: sandboxNeeded, port: values.SANDBOX_PORT },
    sessionSecret: values.SESSION_SECRET ?? sandboxDefaults.sessionSecret,
    adminAccessCode: values.ADMIN_ACCESS_CODE ?? sandboxDefaults.adminAccessCode,
    adminDiscordIds: values.ADMIN_DISCORD_IDS,
    betaCode: values.BETA_CODE ?? sandboxDefaults.betaCode,
    requireSteamClaim: values.REQUIRE_STEAM_CLAIM ?? false,
    discord: discordConfig(values, sandboxOrigin),
    staffLanguage: values.STAFF_LANGUAGE,
    paypal: paypalConfig(values, sandboxOrigin),
    stripe: stripeConfig(values, sandboxOrigin),
    steam: steamConfig(values, sandboxNeeded ? sandboxOrigin : null),
    gameServer: gameServerConfig(values, sandboxNeeded ? sandboxOrigin : null),
  }
}

// The checked settings have all keys of a provider or none, and then the sandbox plays it.

function discordConfig(values: Settings, sandboxOrigin: string): DiscordConfig {
  const origin = values.DISCORD_CLIENT_ID ? values.DISCORD_BASE_URL : sandboxOrigin
  return {
    clientId: values.DISCORD_CLIENT_ID ?? sandboxDefaults.discordClientId,
    clientSecret: values.DISCORD_CLIENT_SECRET ?? sandboxDefaults.discordClientSecret,
    webhookUrl:
      values.DISCORD_WEBHOOK_URL ?? `${sandboxOrigin}${sandboxDefaults.discordWebhookPath}`,
    origin: origin ?? 'https://discord.com',
    avatarOrigin: origin ?? 'https://cdn.discordapp.com',
  }
}

function paypalConfig(values: Settings, sandboxOrigin: string): PayPalConfig {
  const origin = values.PAYPAL_CLIENT_ID ? values.PAYPAL_BASE_URL : sandboxOrigin
  const apiOrigin = origin ?? paypalLiveApi
  return {
    clientId: values.PAYPAL_CLIENT_ID ?? sandboxDefaults.paypalClientId,
    clientSecret: values.PAYPAL_CLIENT_SECRET ?? sandboxDefaults.paypalClientSecret,
    webhookId: values.PAYPAL_WEBHOOK_ID ?? sandboxDefaults.paypalWebhookId,
    driver: values.PAYPAL_DRIVER,
    mode: paypalMode(values),
    apiOrigin,
    scriptOrigin: isLoopback(apiOrigin) ? apiOrigin : 'https://www.paypal.com',
  }
}

function stripeConfig(values: Settings, sandboxOrigin: string): StripeConfig {
  const origin = values.STRIPE_SECRET_KEY ? values.STRIPE_BASE_URL : sandboxOrigin
  return {
    secretKey: values.STRIPE_SECRET_KEY ?? sandboxDefaults.stripeSecretKey,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? sandboxDefaults.stripeWebhookSecret,
    mode: stripeMode(values),
    apiOrigin: origin ?? stripeApi,
  }
}

/** Signing in through Steam needs no keys: when the sandbox runs, it plays Steam too. */
function steamConfig(values: Settings, sandboxOrigin: string | null): SteamConfig {
  const origin = values.STEAM_BASE_URL ?? sandboxOrigin
  return {
    communityOrigin: origin ?? 'https://steamcommunity.com',
    apiOrigin: origin ?? 'https://api.steampowered.com',
    apiKey: values.STEAM_API_KEY ?? (sandboxOrigin === null ? null : sandboxDefaults.steamApiKey),
  }
}
