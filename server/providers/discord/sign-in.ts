import { z } from 'zod'
import type { DiscordConfig } from '../../config.ts'

/** The two things that a sign-in asks Discord. */
export interface DiscordSignIn {
  /** The access token for a sign-in's code. Rejects when Discord refuses or is away. */
  exchangeCode(exchange: CodeExchange): Promise<{ accessToken: string; scopes: string[] }>
  /** Whose access token it is; null when Discord is away or answers nothing usable. */
  fetchPlayer(accessToken: string): Promise<DiscordPlayer | null>
}

export interface CodeExchange {
  readonly code: string
  readonly redirectURI: string
  readonly codeVerifier?: string | undefined
}

export interface DiscordPlayer {
  readonly id: string
  /** As he is shown: any text, and anybody may have the same. */
  readonly name: string
  /** The name that is his alone, by which others find him. */
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
export function createDiscordSignIn(discord: DiscordConfig): DiscordSignIn {
  return {
    exchangeCode: async ({ code, redirectURI, codeVerifier }) => {
      const response = await fetch(`${discord.origin}/api/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: discord.clientId,
          client_secret: discord.clientSecret,
          redirect_uri: redirectURI,
          code,
          ...(codeVerifier && { code_verifier: codeVerifier }),
        }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (!response.ok) throw new Error(`Discord refused a sign-in's code: ${response.status}`)
      const answer = tokenAnswer.parse(await response.json())
      return { accessToken: answer.access_token, scopes: answer.scope?.split(' ') ?? [] }
    },
    fetchPlayer: async (accessToken) => {
      try {
        const response = await fetch(`${discord.origin}/api/v10/users/@me`, {
          headers: { authorization: `Bearer ${accessToken}` },
          signal: AbortSignal.timeout(timeoutMilliseconds),
        })
        return response.ok ? readPlayer(discord, await response.json()) : null
      } catch {
        return null
      }
    },
  }
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
