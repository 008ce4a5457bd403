import * as contract from '#contract/accounts.ts'
import { isSteamId64 } from '#domain/steam-id64.ts'
import { isSameCode } from '#server/services/access-codes.ts'
import type { Services } from '#server/services/context.ts'
import { endVisit, signParts, startVisit, useProof } from './steam-visits.ts'

/** How long a page has to fetch the result after the return. */
export const fillInResultSeconds = 5 * 60

const visitOf = (returnTo: string) =>
  ({
    purpose: 'steam-fill-in',
    subject: returnTo,
    callbackPath: contract.finishFillIn.path,
  }) as const

/**
 * Starts a sign-in at Steam that fills a Steam ID into a form, without an account here. The token
 * also holds the page of ours to return to.
 */
export function startFillIn(
  services: Pick<Services, 'config' | 'steam' | 'clock'>,
  returnTo: string,
): { readonly url: string; readonly token: string } {
  const { url, token } = startVisit(services, visitOf(returnTo))
  return { url, token: `${token}.${Buffer.from(returnTo).toString('base64url')}` }
}

interface ReturnedFillIn {
  /** A path of ours. */
  readonly returnTo: string
  /** For a cookie, which `readFillIn` reads. */
  readonly result: string
}

/** Handles a browser's return from Steam. Never throws because of the browser's input. */
export async function finishFillIn(
  services: Pick<Services, 'config' | 'database' | 'steam' | 'clock' | 'log'>,
  { token, query }: { readonly token: string | undefined; readonly query: URLSearchParams },
): Promise<ReturnedFillIn> {
  const returnTo = Buffer.from(token?.split('.')[3] ?? '', 'base64url').toString()
  const ended = await endVisit(services, visitOf(returnTo), { token, query })
  // The path of a token that we did not sign can be anything.
  if (ended === 'expired') return { returnTo: '/', result: signResult(services, ended) }
  if (typeof ended === 'string') return { returnTo, result: signResult(services, ended) }
  const isFirst = await services.database.transaction((trx) => useProof(trx, ended))
  return { returnTo, result: signResult(services, isFirst ? ended.steamId : 'failed') }
}

const purpose = 'steam-fill-in-result'
const failures = ['cancelled', 'expired', 'unavailable', 'failed'] as const

function signResult({ config, clock }: Pick<Services, 'config' | 'clock'>, value: string): string {
  const endsAtSeconds = Math.floor(clock().getTime() / 1000) + fillInResultSeconds
  return `${value}.${endsAtSeconds}.${signParts(config, purpose, value, endsAtSeconds)}`
}

/** The result in a cookie that we signed a moment ago; `none` for any other text. */
export function readFillIn(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  text: string | undefined,
): contract.SteamFillInResult {
  const [value = '', ends = '', signature = ''] = text?.split('.') ?? []
  const endsAtSeconds = Number(ends)
  const isOurs = isSameCode(signature, signParts(config, purpose, value, endsAtSeconds))
  if (!isOurs || clock().getTime() >= endsAtSeconds * 1000)
    return { outcome: 'none', steamId: null }
  if (isSteamId64(value)) return { outcome: 'done', steamId: value }
  return { outcome: failures.find((known) => known === value) ?? 'none', steamId: null }
}
