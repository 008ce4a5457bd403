import { expect, it } from 'vitest'
import { battleMetricsCredentials } from '#sandbox/credentials.ts'
import { faults, readConfig } from '#test/config.ts'
import { productionSettings as production } from '#test/factories/settings.ts'

const battlemetrics = { BATTLEMETRICS_SERVER_ID: '12345678', BATTLEMETRICS_TOKEN: 'token' }
const a2s = { GAME_SERVER_ADDRESS: '203.0.113.7:27016' }
const asksBattleMetrics = {
  source: 'battlemetrics',
  serverId: '12345678',
  token: 'token',
  apiOrigin: 'https://api.battlemetrics.com',
}
const asksGameServer = { source: 'a2s', host: '203.0.113.7', port: 27_016 }

it.each([
  [battlemetrics, asksBattleMetrics],
  [{ ...battlemetrics, GAME_SERVER_SOURCE: 'battlemetrics' }, asksBattleMetrics],
  [{ ...battlemetrics, ...a2s, GAME_SERVER_SOURCE: 'battlemetrics' }, asksBattleMetrics],
  [a2s, asksGameServer],
  [{ ...battlemetrics, ...a2s, GAME_SERVER_SOURCE: 'a2s' }, asksGameServer],
  [{ GAME_SERVER_ADDRESS: 'localhost:27016' }, { ...asksGameServer, host: 'localhost' }],
  [{}, null],
])('in production with %o the status comes from %o', (settings, expected) => {
  expect(readConfig({ ...production, ...settings }).gameServer).toEqual(expected)
})

it('the status comes from a running sandbox when no source is set', () => {
  expect(readConfig({}).gameServer).toEqual({
    source: 'battlemetrics',
    serverId: battleMetricsCredentials.serverId,
    token: battleMetricsCredentials.token,
    apiOrigin: 'http://127.0.0.1:3001',
  })
  expect(readConfig({ GAME_SERVER_SOURCE: 'a2s' }).gameServer).toEqual({
    source: 'a2s',
    host: '127.0.0.1',
    port: 3001,
  })
  expect(readConfig(battlemetrics).gameServer).toEqual(asksBattleMetrics)
})

it.each([
  [{ GAME_SERVER_SOURCE: 'battlemetrics' }, 'BATTLEMETRICS_SERVER_ID'],
  [{ GAME_SERVER_SOURCE: 'a2s' }, 'GAME_SERVER_ADDRESS'],
  [{ ...a2s, GAME_SERVER_SOURCE: 'battlemetrics' }, 'BATTLEMETRICS_SERVER_ID'],
  [{ ...battlemetrics, GAME_SERVER_SOURCE: 'a2s' }, 'GAME_SERVER_ADDRESS'],
])('does not start in production with %o: %s is missing', (settings, name) => {
  expect(faults({ ...production, ...settings })).toMatch(
    new RegExp(`^${name} must be set too: GAME_SERVER_SOURCE is [^\n]+$`),
  )
})

it('the status has one source', () => {
  for (const others of [{}, production]) {
    expect(faults({ ...others, ...battlemetrics, ...a2s })).toMatch(/^GAME_SERVER_SOURCE must name/)
  }
})

it.each(['203.0.113.7', '203.0.113.7:0', '203.0.113.7:65536', 'http://a:1', '[::1]:27016', ':1'])(
  'the address %s is refused',
  (GAME_SERVER_ADDRESS) => {
    expect(faults({ GAME_SERVER_ADDRESS })).toMatch(/^GAME_SERVER_ADDRESS: must be host and/)
  },
)

it.each([
  ['BATTLEMETRICS_SERVER_ID', '../users'],
  ['BATTLEMETRICS_TOKEN', 'two\nlines'],
])('refuses %s=%j by name', (name, value) => {
  expect(faults({ ...battlemetrics, [name]: value })).toMatch(new RegExp(`^${name}: must be `))
})
