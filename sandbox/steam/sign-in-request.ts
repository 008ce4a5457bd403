export const openIdNamespace = 'http://specs.openid.net/auth/2.0'
const anyAccount = `${openIdNamespace}/identifier_select`

/** A site's request to Steam's sign-in page. */
export interface SignInRequest {
  readonly returnTo: string
  readonly realm: string
}

/** A sentence instead of a request when Steam would refuse it. */
export function readSignInRequest(query: URLSearchParams): SignInRequest | string {
  const field = (name: string): string => query.get(`openid.${name}`) ?? ''
  if (field('ns') !== openIdNamespace) return 'openid.ns must be that of OpenID 2.0.'
  if (field('mode') !== 'checkid_setup') return 'openid.mode must be checkid_setup.'
  if (field('identity') !== anyAccount || field('claimed_id') !== anyAccount) {
    return 'openid.identity and openid.claimed_id must be identifier_select.'
  }
  const realm = readOrigin(field('realm'))
  if (realm === null) return 'openid.realm is no address.'
  if (readOrigin(field('return_to')) !== realm) return 'openid.return_to is not below openid.realm.'
  return { returnTo: field('return_to'), realm }
}

function readOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
