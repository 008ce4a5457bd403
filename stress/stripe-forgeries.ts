import { sign, type StripeEvent } from './stripe-events.ts'

export interface Forgery {
  readonly body: string
  readonly signature: string | undefined
}

/** Ways to make the product believe what Stripe did not say, or not now. */
export const forgeries: Readonly<Record<string, (event: StripeEvent) => Forgery>> = {
  'wrong signature': ({ body }) => ({
    body,
    signature: sign(body).replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0')),
  }),
  'of another body': (event) => ({
    body: event.body.replace(event.sessionId, `${event.sessionId}x`).concat(' '),
    signature: sign(event.body),
  }),
  'other secret': ({ body }) => ({ body, signature: sign(body, { secret: 'whsec_other' }) }),
  'stale timestamp': ({ body }) => ({ body, signature: sign(body, { timestamp: seconds(-360) }) }),
  'future timestamp': ({ body }) => ({ body, signature: sign(body, { timestamp: seconds(3600) }) }),
  'changed timestamp': ({ body }) => ({
    body,
    signature: sign(body, { timestamp: seconds(-3600) }).replace(/t=\d+/, `t=${seconds(0)}`),
  }),
  're-serialised body': ({ body }) => ({
    body: JSON.stringify(JSON.parse(body)),
    signature: sign(body),
  }),
  'truncated body': ({ body }) => ({ body: body.slice(0, -2), signature: sign(body) }),
  'truncated signature': ({ body }) => ({ body, signature: sign(body).slice(0, -1) }),
  'v0 only': ({ body }) => ({ body, signature: sign(body).replace('v1=', 'v0=') }),
  'no signature in it': ({ body }) => ({ body, signature: `t=${seconds(0)}` }),
  'no header': ({ body }) => ({ body, signature: undefined }),
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow
}
