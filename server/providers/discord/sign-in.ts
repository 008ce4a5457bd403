import { z } from 'zod'
import type { DiscordConfig } from '#server/app/config.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { parseJson } from '#domain/provider-text.ts'

/** Discord's part of signing in. */
export interface DiscordSignIn {
  /** Exchanges a sign-in's code for an access token. Rejects when Discord refuses or is unreachable. */
  exchangeCode(exchange: CodeExchange): Promise<{ accessToken: string; scopes: string[] }>
  /** The owner of an access token; null when Discord is unreachable or answers nothing usable. */
  fetchPlayer(accessToken: string): Promise<DiscordPlayer | null>
}

export interface CodeExchange {
  readonly code: string
  readonly redirectURI: string
  readonly codeVerifier?: string | undefined
}

type Exchanged =
  | { readonly outcome: 'ok'; readonly accessToken: string; readonly scopes: string[] }
  | {
      readonly outcome: 'misconfigured'
      readonly fault: 'client_refused'
      readonly detail: string
    }

export interface DiscordPlayer {
  readonly id: string
  /** The display name: any text, and not unique. */
  readonly name: string
  /** The unique name, by which others find the player. */
  readonly username: string
  readonly avatarUrl: string
}

const timeoutMilliseconds = 8000

const tokenAnswer = z.object({ access_token: z.string(), scope: z.string().optional() })

const userAnswer = z.object({
  id: z.string().regex(/^\d{5,25}$/),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
})

/** https://discord.com/developers/docs/topics/oauth2#authorization-code-grant */
export function createDiscordSignIn(
  discord: DiscordConfig,
  calls: CallInstrumentation,
): DiscordSignIn {
  return {
    exchangeCode: async (exchange) => {
      const exchanged = await calls.watch('exchange-code', async (): Promise<Exchanged> => {
        const response = await fetch(`${discord.origin}/api/oauth2/token`, {
          method: 'POST',
          headers: calls.headers(),
          body: tokenRequest(discord, exchange),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMilliseconds),
        })
        if (response.status === 401) {
          const detail = 'DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET: 401'
          return { outcome: 'misconfigured', fault: 'client_refused', detail }
        }
        if (!response.ok) throw new Error(`Discord refused a sign-in's code: ${response.status}`)
        const answer = tokenAnswer.parse(await response.json())
        return {
          outcome: 'ok',
          accessToken: answer.access_token,
          scopes: answer.scope?.split(' ') ?? [],
        }
      })
      if (exchanged.outcome !== 'ok') throw new Error(exchanged.detail)
      return exchanged
    },
    fetchPlayer: async (accessToken) => {
      const { player } = await calls.watch('fetch-player', () => askForPlayer(accessToken))
      return player
    },
  }

  async function askForPlayer(
    accessToken: string,
  ): Promise<{ outcome: 'ok' | 'unavailable'; player: DiscordPlayer | null }> {
    try {
      const response = await fetch(`${discord.origin}/api/v10/users/@me`, {
        headers: { ...calls.headers(), authorization: `Bearer ${accessToken}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (!response.ok) return { outcome: 'unavailable', player: null }
      return { outcome: 'ok', player: readPlayer(discord, parseJson(await response.text())) }
    } catch {
      return { outcome: 'unavailable', player: null }
    }
  }
}

function tokenRequest(
  { clientId, clientSecret }: DiscordConfig,
  { code, redirectURI, codeVerifier }: CodeExchange,
): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectURI,
    code,
    ...(codeVerifier && { code_verifier: codeVerifier }),
  })
}

function readPlayer({ avatarOrigin }: DiscordConfig, answer: unknown): DiscordPlayer {
  const { id, username, global_name: displayName, avatar } = userAnswer.parse(answer)
  return {
    id,
    name: displayName || username,
    username,
    // https://discord.com/developers/docs/reference#image-formatting
    avatarUrl: avatar
      ? `${avatarOrigin}/avatars/${id}/${avatar}.png`
      : `${avatarOrigin}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`,
  }
}
