import type { CallWatch } from '#server/providers/watch-calls.ts'
import { openIdEndpoint, openIdNamespace } from './openid-answer.ts'

const timeoutMilliseconds = 10_000
const anyAccount = 'http://specs.openid.net/auth/2.0/identifier_select'

export type Confirmation =
  | { readonly outcome: 'confirmed' }
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'unavailable'; readonly detail: string }

/** Where a player signs in at Steam, to be sent back to `returnTo`, a page of `realm`. */
export function signInUrl(communityOrigin: string, realm: string, returnTo: string): string {
  const url = new URL(openIdEndpoint({ communityOrigin }))
  url.search = new URLSearchParams({
    'openid.ns': openIdNamespace,
    'openid.mode': 'checkid_setup',
    'openid.identity': anyAccount,
    'openid.claimed_id': anyAccount,
    'openid.return_to': returnTo,
    'openid.realm': realm,
  }).toString()
  return url.href
}

/**
 * Asks Steam whether an answer is its own and still unused. The address is ours to know: the one
 * that the answer names could be anybody's.
 */
export async function confirmAnswer(
  communityOrigin: string,
  query: URLSearchParams,
  calls: CallWatch,
): Promise<Confirmation> {
  try {
    const response = await fetch(openIdEndpoint({ communityOrigin }), {
      method: 'POST',
      headers: calls.headers(),
      body: confirmationRequest(query),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (!response.ok) {
      return { outcome: 'unavailable', detail: `Steam answered ${response.status}` }
    }
    return readConfirmation(await response.text())
  } catch (error) {
    return { outcome: 'unavailable', detail: error instanceof Error ? error.message : 'unknown' }
  }
}

function confirmationRequest(query: URLSearchParams): URLSearchParams {
  const request = new URLSearchParams([...query].filter(([name]) => name.startsWith('openid.')))
  request.set('openid.mode', 'check_authentication')
  return request
}

/** Lines of `key:value`, https://openid.net/specs/openid-authentication-2_0.html#kvform */
function readConfirmation(text: string): Confirmation {
  const verdicts = text.split('\n').filter((line) => line.startsWith('is_valid:'))
  if (verdicts.length !== 1) return { outcome: 'unavailable', detail: 'no answer of OpenID' }
  return { outcome: verdicts[0] === 'is_valid:true' ? 'confirmed' : 'denied' }
}
