import { expect, test } from 'vitest'
import { createGrants } from './grants.ts'
import { players } from './players.ts'

const [player] = players
const minuteMs = 60_000

function prepare() {
  let nowMs = 0
  const grants = createGrants(() => nowMs)
  if (!player) throw new Error('there are demo players')
  const request = { player, scopes: ['identify'], redirectUri: 'here', codeChallenge: null }
  const code = grants.authorize(request)
  return { grants, code, pass: (ms: number) => (nowMs += ms) }
}

test('a code lives for ten minutes', () => {
  const inTime = prepare()
  inTime.pass(10 * minuteMs)
  expect(inTime.grants.exchange(inTime.code, 'here', null)).not.toBeNull()
  const late = prepare()
  late.pass(10 * minuteMs + 1)
  expect(late.grants.exchange(late.code, 'here', null)).toBeNull()
})

test('an access token lives for a week', () => {
  const { grants, code, pass } = prepare()
  const token = grants.exchange(code, 'here', null)?.accessToken ?? ''
  pass(7 * 24 * 60 * minuteMs - 1)
  expect(grants.findByAccessToken(token)).not.toBeNull()
  pass(1)
  expect(grants.findByAccessToken(token)).toBeNull()
})
