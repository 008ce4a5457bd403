import { z } from 'zod'
import type { Answer, Visitor } from './visitor.ts'

/** The Discord sandbox's accounts. */
export const players = {
  hunter: '200000000000000001',
  plain: '210000000000000002',
  mallory: '220000000000000003',
} as const
export type PlayerName = keyof typeof players

/** Presses the login button. Returns Discord's address. */
export async function startSignIn(visitor: Visitor): Promise<URL> {
  const answer = await visitor.post('/api/auth/sign-in/social', {
    provider: 'discord',
    callbackURL: '/auth/callback',
    errorCallbackURL: '/login',
  })
  return new URL(z.object({ url: z.string() }).parse(answer.body).url)
}

/** Presses a button on Discord's page. Returns the path and query of the redirect. */
export async function decideAtDiscord(
  authorizeUrl: URL,
  player: PlayerName,
  decision: 'authorize' | 'cancel' = 'authorize',
): Promise<string> {
  const response = await fetch(authorizeUrl, {
    method: 'POST',
    body: new URLSearchParams({ player: players[player], decision }),
    redirect: 'manual',
  })
  const { pathname, search } = new URL(response.headers.get('location') ?? '')
  return pathname + search
}

/** A whole sign-in; the answer is the last redirect. */
export async function signIn(visitor: Visitor, player: PlayerName): Promise<Answer> {
  return visitor.get(await decideAtDiscord(await startSignIn(visitor), player))
}
