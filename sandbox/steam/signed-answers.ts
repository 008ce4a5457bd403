import { createHmac, randomBytes } from 'node:crypto'
import { openIdNamespace } from './sign-in-request.ts'

/** The fields that Steam signs, in its order. */
const signedFields = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

export interface SignedAnswers {
  /** The address that a signed-in player is sent back to. */
  sign(returnTo: string, steamId: string): URL
  /** Whether an answer is genuine, unchanged and confirmed for the first time. */
  confirm(fields: URLSearchParams): boolean
  clear(): void
}

/** Positive assertions, https://openid.net/specs/openid-authentication-2_0.html#positive_assertions */
export function createSignedAnswers(origin: string): SignedAnswers {
  const secret = randomBytes(32)
  const unusedNonces = new Set<string>()

  function signatureOf(fields: URLSearchParams): string {
    const names = (fields.get('openid.signed') ?? '').split(',')
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`) ?? ''}\n`).join('')
    return createHmac('sha1', secret).update(text).digest('base64')
  }

  return {
    sign(returnTo, steamId) {
      const nonce = `${new Date().toISOString().slice(0, 19)}Z${randomBytes(15).toString('base64')}`
      unusedNonces.add(nonce)
      const answer = new URL(returnTo)
      const identity = `${origin}/openid/id/${steamId}`
      const fields = answer.searchParams
      fields.set('openid.ns', openIdNamespace)
      fields.set('openid.mode', 'id_res')
      fields.set('openid.op_endpoint', `${origin}/openid/login`)
      fields.set('openid.claimed_id', identity)
      fields.set('openid.identity', identity)
      fields.set('openid.return_to', returnTo)
      fields.set('openid.response_nonce', nonce)
      fields.set('openid.assoc_handle', '1234567890')
      fields.set('openid.signed', signedFields.join(','))
      fields.set('openid.sig', signatureOf(fields))
      return answer
    },
    confirm(fields) {
      const isOurs = fields.get('openid.sig') === signatureOf(fields)
      return isOurs && unusedNonces.delete(fields.get('openid.response_nonce') ?? '')
    },
    clear: () => unusedNonces.clear(),
  }
}

/** The address that a player who cancels is sent back to. */
export function cancelledAnswer(returnTo: string): URL {
  const answer = new URL(returnTo)
  answer.searchParams.set('openid.ns', openIdNamespace)
  answer.searchParams.set('openid.mode', 'cancel')
  return answer
}
