import type { SiteSections } from '#contract/site-sections.ts'
import type { StaffRole } from '#domain/rights.ts'
import { findMisspelt } from './settings.ts'
import { validateSettings, reasonForProduction } from './validate-settings.ts'
import { isLoopback, localOrigin, loopbackAliases } from './network-addresses.ts'
import {
  isAllSandbox,
  needsSandbox,
  paypalLiveApi,
  paypalMode,
  providerGroups,
  sandboxDefaults,
  settings,
  stripeApi,
  stripeMode,
  type Settings,
} from './settings.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { siteFiles } from '#server/services/site/files.ts'
import type { FileAddress } from '#server/providers/priority-file/file-address.ts'

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
  site: SiteSections = siteFiles,
): Config {
  const { values, unreadable } = readSettings(dropEmpty(environment))
  const faults = [
    ...unreadable.map(({ name, message }) => `${name}: ${message}`),
    // A sentence about an unreadable setting would be about its default value.
    ...validateSettings(values, site).filter(
      (sentence) => !unreadable.some(({ name }) => new RegExp(`\\b${name}\\b`).test(sentence)),
    ),
  ]
  if (faults.length > 0) {
    throw new ConfigError([...faults, ...findMisspelt(environment)].join('\n'))
  }
  return assemble(values, site)
}

/** A sentence for each variable of the environment that was probably meant to be a setting. */
export function listMisspelt(): string[] {
  return findMisspelt(process.env)
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

/** Every setting of the product, read and checked once. See `.env.example` for a line on each. */
export type Config = ReturnType<typeof assemble>

function assemble(values: Settings, site: SiteSections) {
  const sandboxOrigin = `http://127.0.0.1:${values.SANDBOX_PORT}`
  const sandboxNeeded = needsSandbox(values)
  const publicOrigin = values.PUBLIC_ORIGIN ?? localOrigin(values.HOST, values.PORT)
  const database: DatabaseLocation = values.DATABASE_URL
    ? { kind: 'postgres', url: values.DATABASE_URL }
    : { kind: 'embedded', directory: values.DATA_DIR }
  return {
    /** What the files of `site/` say. What holds now is `services.site.current()`. */
    site,
    /**
     * Whether the rules of production hold: NODE_ENV says so, the address is public, or the keys
     * take real money.
     */
    production: reasonForProduction(values) !== null,
    host: values.HOST,
    port: values.PORT,
    /** Scheme, host and port that browsers use, without a trailing slash. */
    publicOrigin,
    /** Other hosts, with port, by which a browser on this machine may call the site. */
    loopbackAliases: loopbackAliases(publicOrigin),
    /** Proxies in front of the server. Their `X-Forwarded-For` is believed. */
    trustedProxies: values.TRUSTED_PROXIES,
    database,
    logLevel: values.LOG_LEVEL,
    /** The token that opens `/metrics`. A secret. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** The port where programs on this machine read the metrics without a token; null for none. */
    metricsPort: values.METRICS_PORT ?? null,
    sandbox: { needed: sandboxNeeded, port: values.SANDBOX_PORT },
    /** Whether the first start fills an empty database with a small community. */
    demoData: values.DEMO_DATA ?? (isAllSandbox(values) && reasonForProduction(values) === null),
    sessionSecret: values.SESSION_SECRET ?? sandboxDefaults.sessionSecret,
    adminAccessCode: values.ADMIN_ACCESS_CODE ?? sandboxDefaults.adminAccessCode,
    /** Of the staff, by their Discord id. */
    staffRoles: new Map(values.ADMIN_DISCORD_IDS.map((id): [string, StaffRole] => [id, 'owner'])),
    betaCode: values.BETA_CODE ?? sandboxDefaults.betaCode,
    /** Whether only linked accounts may spend Kr, not everybody who types the Steam ID. */
    requireSteamClaim: values.REQUIRE_STEAM_CLAIM ?? false,
    discord: discordConfig(values, sandboxOrigin),
    /** The bot that gives roles, sends messages and has commands; null for none. */
    discordBot: discordBotConfig(values, sandboxOrigin),
    /** Of the messages to the staff. */
    staffLanguage: values.STAFF_LANGUAGE,
    paypal: paypalConfig(values, sandboxOrigin),
    stripe: stripeConfig(values, sandboxOrigin),
    steam: steamConfig(values, sandboxNeeded ? sandboxOrigin : null),
    /** The source of the game server's status; null for none. */
    gameServer: gameServerConfig(values, sandboxNeeded ? sandboxOrigin : null),
    /** The file with the players who go first in the queue; null for none. */
    priorityFile: priorityFileConfig(values, sandboxNeeded ? sandboxOrigin : null),
    /** The account at CFTools, which keeps the priority queue of a server; null for none. */
    cftools: cftoolsConfig(values, sandboxOrigin),
    /** With it the game's machine fetches that file's ids from us. A secret. */
    priorityPullToken: values.PRIORITY_PULL_TOKEN ?? null,
    /** The game server with LB Core, which colours tags; null for none. */
    lbCore: lbCoreConfig(values, sandboxNeeded ? sandboxOrigin : null),
  } as const
}

/**
 * Whether a provider has its keys; if not, the sandbox plays it. The checked settings have all of
 * them or none: a real key must never work together with a secret of the sandbox, which is public.
 */
function hasKeys(values: Settings, provider: keyof typeof providerGroups): boolean {
  const isSet = providerGroups[provider].map((name) => values[name] !== undefined)
  if (new Set(isSet).size > 1) throw new ConfigError(`${provider}: some of its keys are not set`)
  return isSet.includes(true)
}

function discordConfig(values: Settings, sandboxOrigin: string) {
  const origin = hasKeys(values, 'Discord') ? values.DISCORD_BASE_URL : sandboxOrigin
  return {
    clientId: values.DISCORD_CLIENT_ID ?? sandboxDefaults.discordClientId,
    clientSecret: values.DISCORD_CLIENT_SECRET ?? sandboxDefaults.discordClientSecret,
    /** The webhook of the staff's channel; a secret. */
    webhookUrl:
      values.DISCORD_WEBHOOK_URL ?? `${sandboxOrigin}${sandboxDefaults.discordWebhookPath}`,
    /** `https://discord.com` or a fake. */
    origin: origin ?? 'https://discord.com',
    avatarOrigin: origin ?? 'https://cdn.discordapp.com',
  } as const
}
export type DiscordConfig = ReturnType<typeof discordConfig>

/** A sandbox that plays Discord has a bot as well. */
function discordBotConfig(values: Settings, sandboxOrigin: string) {
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_GUILD_ID: guildId } = values
  if (botToken !== undefined && guildId !== undefined) {
    return {
      botToken,
      guildId,
      /** Of the application, by which its interactions are signed; null without commands. */
      publicKey: values.DISCORD_PUBLIC_KEY ?? null,
      /** Where it posts the staff's messages that have buttons; null without them. */
      staffChannelId: values.DISCORD_STAFF_CHANNEL_ID ?? null,
      origin: values.DISCORD_BASE_URL ?? 'https://discord.com',
      isSandbox: false,
    }
  }
  if (hasKeys(values, 'Discord')) return null
  return {
    botToken: sandboxDefaults.discordBotToken,
    guildId: sandboxDefaults.discordGuildId,
    publicKey: sandboxDefaults.discordPublicKey,
    staffChannelId: sandboxDefaults.discordStaffChannelId,
    origin: sandboxOrigin,
    isSandbox: true,
  }
}

function paypalConfig(values: Settings, sandboxOrigin: string) {
  const origin = hasKeys(values, 'PayPal') ? values.PAYPAL_BASE_URL : sandboxOrigin
  const apiOrigin = origin ?? paypalLiveApi
  return {
    clientId: values.PAYPAL_CLIENT_ID ?? sandboxDefaults.paypalClientId,
    clientSecret: values.PAYPAL_CLIENT_SECRET ?? sandboxDefaults.paypalClientSecret,
    webhookId: values.PAYPAL_WEBHOOK_ID ?? sandboxDefaults.paypalWebhookId,
    driver: values.PAYPAL_DRIVER,
    /** `live` keys take real money. */
    mode: paypalMode(values),
    apiOrigin,
    scriptOrigin: isLoopback(apiOrigin) ? apiOrigin : 'https://www.paypal.com',
  } as const
}

function stripeConfig(values: Settings, sandboxOrigin: string) {
  const origin = hasKeys(values, 'Stripe') ? values.STRIPE_BASE_URL : sandboxOrigin
  return {
    secretKey: values.STRIPE_SECRET_KEY ?? sandboxDefaults.stripeSecretKey,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? sandboxDefaults.stripeWebhookSecret,
    /** `live` keys take real money. */
    mode: stripeMode(values),
    /** `https://api.stripe.com` or a fake. */
    apiOrigin: origin ?? stripeApi,
  } as const
}
export type StripeConfig = ReturnType<typeof stripeConfig>

/** Signing in through Steam needs no keys: when the sandbox runs, it plays Steam too. */
function steamConfig(values: Settings, sandboxOrigin: string | null) {
  const origin = values.STEAM_BASE_URL ?? sandboxOrigin
  return {
    /** Where players sign in: `https://steamcommunity.com` or a fake. */
    communityOrigin: origin ?? 'https://steamcommunity.com',
    /** `https://api.steampowered.com` or a fake. */
    apiOrigin: origin ?? 'https://api.steampowered.com',
    /** Where the pictures of accounts are, which our pages show. */
    avatarOrigin: origin ?? 'https://avatars.steamstatic.com',
    /** Without it the site shows no names and pictures of Steam; nothing else needs it. */
    apiKey: values.STEAM_API_KEY ?? (sandboxOrigin === null ? null : sandboxDefaults.steamApiKey),
  } as const
}
export type SteamConfig = ReturnType<typeof steamConfig>

/** The source of the game server's status; null for none. A running sandbox plays a source without settings. */
function gameServerConfig(values: Settings, sandboxOrigin: string | null) {
  // An address alone, or BattleMetrics keys alone, imply the source.
  const { GAME_SERVER_ADDRESS: address } = values
  const source = values.GAME_SERVER_SOURCE ?? (address ? 'a2s' : 'battlemetrics')
  return source === 'a2s'
    ? a2sConfig(address, sandboxOrigin)
    : battleMetricsConfig(values, sandboxOrigin)
}
export type GameServerConfig = NonNullable<ReturnType<typeof gameServerConfig>>

function battleMetricsConfig(values: Settings, sandboxOrigin: string | null) {
  const { BATTLEMETRICS_SERVER_ID: serverId, BATTLEMETRICS_TOKEN: token } = values
  const source = 'battlemetrics'
  if (serverId && token) {
    const apiOrigin = values.BATTLEMETRICS_BASE_URL ?? 'https://api.battlemetrics.com'
    return { source, serverId, token, apiOrigin } as const
  }
  if (sandboxOrigin === null) return null
  return {
    source,
    serverId: sandboxDefaults.battlemetricsServerId,
    token: sandboxDefaults.battlemetricsToken,
    apiOrigin: sandboxOrigin,
  } as const
}
export type BattleMetricsConfig = NonNullable<ReturnType<typeof battleMetricsConfig>>

/** The query port, which is not the one that players connect to. The sandbox answers by UDP at its own. */
function a2sConfig(address: Settings['GAME_SERVER_ADDRESS'], sandboxOrigin: string | null) {
  const source = 'a2s'
  if (address) return { source, ...address } as const
  if (sandboxOrigin === null) return null
  const { hostname, port } = new URL(sandboxOrigin)
  return { source, host: hostname, port: Number(port) } as const
}
export type A2sConfig = NonNullable<ReturnType<typeof a2sConfig>>

/**
 * The file with the players who go first; null for none. A running sandbox plays the game's machine
 * when nothing else serves the queue; it speaks SFTP at its own port.
 */
function priorityFileConfig(values: Settings, sandboxOrigin: string | null) {
  const { PRIORITY_FILE_FORMAT: format, PRIORITY_FILE_HOST_KEY: hostKey = null } = values
  if (values.PRIORITY_FILE) {
    const { PRIORITY_FILE: address, PRIORITY_FILE_SSH_KEY: sshKey = null } = values
    return { address, format, hostKey, sshKey, isSandbox: false }
  }
  const isElsewhere = values.PRIORITY_PULL_TOKEN ?? values.CFTOOLS_APPLICATION_ID
  if (sandboxOrigin === null || isElsewhere !== undefined) return null
  const { hostname: host, port } = new URL(sandboxOrigin)
  const { gameMachineUser: user, gameMachinePassword: password } = sandboxDefaults
  const machine = { host, port: Number(port), user, password }
  const address: FileAddress = { kind: 'sftp', machine, path: '/priority.txt' }
  return { address, format, hostKey, sshKey: null, isSandbox: true }
}

/** With the address of the sandbox, which plays CFTools as well, these are its own settings. */
function cftoolsConfig(values: Settings, sandboxOrigin: string) {
  const { CFTOOLS_APPLICATION_ID: applicationId, CFTOOLS_SECRET: secret } = values
  const { CFTOOLS_SERVER_ID: serverId, CFTOOLS_BASE_URL: origin } = values
  if (applicationId === undefined || secret === undefined || serverId === undefined) return null
  const apiOrigin = origin ?? 'https://data.cftools.cloud'
  const limits = { queue: values.CFTOOLS_QUEUE_CALLS }
  const isSandbox = apiOrigin === sandboxOrigin
  return { applicationId, secret, serverId, apiOrigin, limits, isSandbox }
}

/** A running sandbox plays a game server with LB Core when there is no token. */
function lbCoreConfig({ LB_CORE_TOKEN: token }: Settings, sandboxOrigin: string | null) {
  if (token !== undefined) return { token, isSandbox: false }
  return sandboxOrigin === null ? null : { token: sandboxDefaults.lbCoreToken, isSandbox: true }
}
