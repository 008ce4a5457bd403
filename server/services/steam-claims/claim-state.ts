import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Signing in at Steam with its confirmation by phone takes minutes at most. */
export const claimStateSeconds = 15 * 60

export interface ClaimState {
  /** What comes back in the address. */
  readonly state: string
  /** What the browser keeps: the same state, until when, signed for the account that began. */
  readonly token: string
}

/** Ties a visit to Steam to one browser and to the account that is signed in there. */
export function makeClaimState(config: Config, userId: string, now: Date): ClaimState {
  const state = randomBytes(24).toString('base64url')
  const endsAtSeconds = Math.floor(now.getTime() / 1000) + claimStateSeconds
  const token = `${state}.${endsAtSeconds}.${sign(config, state, endsAtSeconds, userId)}`
  return { state, token }
}

/** The state in a token that we signed for this account and that has not ended; null for any other. */
export function readClaimState(
  config: Config,
  token: string | undefined,
  userId: string,
  now: Date,
): string | null {
  const [state = '', ends = '', signature = ''] = token?.split('.') ?? []
  const endsAtSeconds = Number(ends)
  const expected = Buffer.from(sign(config, state, endsAtSeconds, userId))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && now.getTime() < endsAtSeconds * 1000 ? state : null
}

function sign(
  { sessionSecret }: Config,
  state: string,
  endsAtSeconds: number,
  userId: string,
): string {
  return createHmac('sha256', sessionSecret)
    .update(`steam-claim:${state}:${endsAtSeconds}:${userId}`)
    .digest('base64url')
}
