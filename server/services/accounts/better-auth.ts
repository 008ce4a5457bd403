import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Config, DiscordConfig } from '#server/app/config.ts'
import type { Database } from '#server/db/database.ts'
import type { CodeExchange, DiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { cookiePrefix, type AuthParts } from './auth.ts'

export type BetterAuth = ReturnType<typeof createBetterAuth>

const day = 24 * 60 * 60

/**
 * Sign-in with Discord: code flow with state and PKCE, sessions in our database. Uses the generic
 * OAuth plugin, because the addresses of better-auth's own Discord provider cannot be configured.
 */
export function createBetterAuth({ config, database, discordSignIn, log }: AuthParts) {
  const { db } = database
  return betterAuth({
    baseURL: config.publicOrigin,
    secret: config.sessionSecret,
    trustedOrigins: [config.publicOrigin],
    telemetry: { enabled: false },
    // Logs no details, which can contain provider answers. Only warnings, because anybody can cause
    // them by an invented address; failures on our side are thrown.
    logger: {
      level: 'warn',
      log: (_, message, ...details) =>
        log.warn(
          { detail: details.find((detail) => detail instanceof Error)?.message },
          `sign-in: ${message}`,
        ),
    },
    database: { db, type: 'postgres', transaction: true },
    ...tableNames,
    session: { ...tableNames.session, expiresIn: 30 * day, updateAge: day },
    account: { ...tableNames.account, accountLinking: { enabled: false } },
    // Tokens are needed only during sign-in, and a token that is not stored cannot be stolen.
    databaseHooks: {
      account: {
        create: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) },
        update: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) },
      },
    },
    // Our own limits count across processes.
    rateLimit: { enabled: false },
    // Database errors go to our own error handler.
    onAPIError: { errorURL: '/login', throw: true },
    advanced: {
      // Explicit, because better-auth disables both checks when it runs in a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // It would trust any X-Forwarded-For, and we do not need players' addresses.
      ipAddress: { disableIpTracking: true },
      ...cookiesFor(config),
    },
    plugins: [genericOAuth({ config: [discordProvider(config.discord, discordSignIn, database)] })],
  })
}

function cookiesFor({ publicOrigin }: Config) {
  return {
    useSecureCookies: false,
    cookiePrefix: cookiePrefix(publicOrigin),
    // Beside better-auth's own HttpOnly, SameSite=Lax and Path=/.
    defaultCookieAttributes: { secure: publicOrigin.startsWith('https:') },
  } as const
}

function discordProvider(discord: DiscordConfig, signIn: DiscordSignIn, { db }: Database) {
  return {
    providerId: 'discord',
    clientId: discord.clientId,
    clientSecret: discord.clientSecret,
    authorizationUrl: `${discord.origin}/oauth2/authorize`,
    tokenUrl: `${discord.origin}/api/oauth2/token`,
    scopes: ['identify', 'email'],
    pkce: true,
    overrideUserInfo: true,
    mapProfileToUser: ({ username }: Record<string, unknown>) => ({ discordUsername: username }),
    // The plugin's own requests have no timeout, and request `/users/%40me`.
    getToken: (exchange: CodeExchange) => signIn.exchangeCode(exchange),
    getUserInfo: async ({ accessToken = '' }: { accessToken?: string | undefined }) => {
      const player = await signIn.fetchPlayer(accessToken)
      if (player) await releaseUsername(db, player.username)
      return (
        player && {
          id: player.id,
          name: player.name,
          username: player.username,
          // Users are keyed by Discord id. An e-mail may be missing, change, or belong to somebody
          // else, so the one that better-auth requires is made from the id and the real one is not
          // stored.
          email: `${player.id}@discord.invalid`,
          emailVerified: false,
          image: player.avatarUrl,
        }
      )
    },
  }
}

/** Discord usernames can change owners: removes the name from its previous owner here. */
async function releaseUsername(db: Database['db'], username: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ discord_username: null })
    .where('discord_username', '=', username)
    .execute()
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null }

const tableNames = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    // Written by a sign-in only: no route lets users change it.
    additionalFields: {
      discordUsername: { type: 'string', required: false, fieldName: 'discord_username' },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const
