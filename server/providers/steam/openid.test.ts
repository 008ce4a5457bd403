import { expect, it } from 'vitest'
import { readOpenIdAnswer } from './openid.ts'

const communityOrigin = 'https://steamcommunity.com'
const returnTo = 'https://shop.example/api/steam-claims/callback?state=abc'
const now = new Date('2026-03-01T12:00:00Z')
const steamId = '76561198006409531'

/** Steam's parameters; null leaves a field out. */
function answer(changes: Readonly<Record<string, string | null>> = {}): URLSearchParams {
  const fields = {
    ns: 'http://specs.openid.net/auth/2.0',
    mode: 'id_res',
    op_endpoint: 'https://steamcommunity.com/openid/login',
    claimed_id: `https://steamcommunity.com/openid/id/${steamId}`,
    identity: `https://steamcommunity.com/openid/id/${steamId}`,
    return_to: returnTo,
    response_nonce: '2026-03-01T11:59:58ZmS5Mt0MbYRcTf1U7p5M3vLg8=',
    assoc_handle: '1234567890',
    signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    sig: 'W0u5DRbtHE1GG0ZKXjerUZDUGmc=',
    ...changes,
  }
  const query = new URLSearchParams({ state: 'abc' })
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) query.set(`openid.${name}`, value)
  }
  return query
}

const read = (query: URLSearchParams) => readOpenIdAnswer(query, { communityOrigin, returnTo, now })

it('reads the account and the time of the sign-in', () => {
  expect(read(answer())).toEqual({
    outcome: 'claimed',
    steamId,
    nonce: '2026-03-01T11:59:58ZmS5Mt0MbYRcTf1U7p5M3vLg8=',
    provenAt: new Date('2026-03-01T11:59:58Z'),
  })
})

it.each([
  ['an own OpenID server', { op_endpoint: 'https://evil.example/openid/login' }],
  ['another path at Steam', { op_endpoint: 'https://steamcommunity.com/openid/login/' }],
  ['Steam without https', { op_endpoint: 'http://steamcommunity.com/openid/login' }],
  ['an older protocol', { ns: 'http://openid.net/signon/1.1' }],
  ['no protocol', { ns: null }],
  ['another mode', { mode: 'check_authentication' }],
  ['an error', { mode: 'error' }],
  ['no mode', { mode: null }],
  ['a return to another site', { return_to: 'https://evil.example/callback?state=abc' }],
  ['a return to another page', { return_to: 'https://shop.example/?state=abc' }],
  ['a return with another state', { return_to: returnTo.replace('abc', 'abd') }],
  ['a return with more than that', { return_to: `${returnTo}&x=1` }],
  ['another identity', { identity: 'https://steamcommunity.com/openid/id/76561198000000042' }],
  ['no signature', { sig: null }],
  ['no handle', { assoc_handle: null }],
  ['nothing signed', { signed: null }],
  ['an invalid nonce', { response_nonce: 'now' }],
  ['a nonce that is only a time', { response_nonce: '2026-03-01T11:59:58Z' }],
  ['a nonce of no time', { response_nonce: '2026-13-41T11:59:58Zx' }],
  ['a nonce with a line break', { response_nonce: '2026-03-01T11:59:58Zx\ny' }],
  ['an endless nonce', { response_nonce: `2026-03-01T11:59:58Z${'x'.repeat(300)}` }],
  ['an old nonce', { response_nonce: '2026-03-01T11:54:59Zx' }],
  ['a nonce of the future', { response_nonce: '2026-03-01T12:01:01Zx' }],
])('refuses %s', (_name, changes) => {
  expect(read(answer(changes))).toMatchObject({ outcome: 'refused' })
})

it.each([
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
])('refuses an answer that leaves %s unsigned', (name) => {
  const signed = answer().get('openid.signed')?.split(',') ?? []
  const without = signed.filter((field) => field !== name).join(',')
  expect(read(answer({ signed: without }))).toEqual({ outcome: 'refused', fault: 'signed' })
})

it.each([
  `http://steamcommunity.com/openid/id/${steamId}`,
  `https://evil.example/openid/id/${steamId}`,
  `https://steamcommunity.com.evil.example/openid/id/${steamId}`,
  `https://steamcommunity.com@evil.example/openid/id/${steamId}`,
  `https://evil.example/?https://steamcommunity.com/openid/id/${steamId}`,
  `https://steamcommunity.com/openid/id/${steamId}/`,
  `https://steamcommunity.com/openid/id/${steamId}?x=1`,
  `https://steamcommunity.com/openid/id/${steamId}#https://evil.example`,
  `https://steamcommunity.com/openid/id/ ${steamId}`,
  `https://steamcommunity.com/openid/id/${steamId}\n`,
  'https://steamcommunity.com/openid/id/',
  'https://steamcommunity.com/openid/id/[U:1:46143803]',
  'https://steamcommunity.com/openid/id/https://steamcommunity.com/profiles/76561198006409531',
  // A group's id, another instance of an existing account, and no account number at all.
  'https://steamcommunity.com/openid/id/103582791429521412',
  'https://steamcommunity.com/openid/id/76561202301376826',
  'https://steamcommunity.com/openid/id/76561197960265728',
])('refuses the claimed id %j', (claimed) => {
  expect(read(answer({ claimed_id: claimed, identity: claimed }))).toEqual({
    outcome: 'refused',
    fault: 'claimed_id',
  })
})

it.each(['openid.claimed_id', 'openid.mode', 'openid.signed', 'state', 'anything'])(
  'refuses %s twice, also with the same value',
  (name) => {
    const query = answer()
    query.append('anything', 'x')
    query.append(name, query.get(name) ?? '')
    expect(read(query)).toEqual({ outcome: 'refused', fault: 'a parameter twice' })
  },
)

it('accepts a nonce of the last five minutes, and a clock that is a little ahead', () => {
  for (const time of ['11:55:00', '12:00:00', '12:00:59']) {
    const nonce = `2026-03-01T${time}Zx`
    expect(read(answer({ response_nonce: nonce }))).toMatchObject({ outcome: 'claimed' })
  }
})

it('recognises a cancelled sign-in', () => {
  const query = new URLSearchParams({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'cancel',
  })
  expect(read(query)).toEqual({ outcome: 'cancelled' })
})
