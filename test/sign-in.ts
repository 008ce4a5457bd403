import { z } from 'zod'
import type { Answer, Visitor } from './visitor.ts'

/** The accounts that the Discord sandbox offers. */
export const players = {
  hunter: '200000000000000001',
  plain: '210000000000000002',
  mallory: '220000000000000003',
} as const
export type PlayerName = keyof typeof players

/** What the page does when the login button is pressed. Answers Discord's address to go to. */
export async function startSignIn(visitor: Visitor): Promise<URL> {
  const answer = await visitor.post('/api/auth/sign-in/social', {
    provider: 'discord',
    callbackURL: '/auth/callback',
    errorCallbackURL: '/login',
  })
  return new URL(z.object({ url: z.string() }).parse(answer.body).url)
}

/** The player presses a button on Discord's page. Answers where Discord sends the browser: path and query. */
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

/** All of a sign-in; the answer is the last redirect. */
export async function signIn(visitor: Visitor, player: PlayerName): Promise<Answer> {
  return visitor.get(await decideAtDiscord(await startSignIn(visitor), player))
}
