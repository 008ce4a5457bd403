import { expect, it } from 'vitest'
import samples from '#test/schemas/battlemetrics-samples.json' with { type: 'json' }
import { readErrorDetail, readServer } from './read-answer.ts'

const { dayz_shape_synthetic: dayz, real_rust_2025_trimmed: rust, real_squad_2021: squad } = samples

/** The sample of a DayZ server with other attributes. */
function server(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ data: { attributes: { ...dayz.body.data.attributes, ...changes } } })
}

it('reads a server of DayZ, with the time of day in the game', () => {
  expect(readServer(JSON.stringify(dayz.body))).toEqual({
    outcome: 'told',
    server: {
      name: 'Example DayZ | Chernarus | 1PP',
      address: '192.0.2.10:2302',
      players: 47,
      maxPlayers: 60,
      status: 'online',
      gameTime: '14:21',
    },
  })
})

it('reads what BattleMetrics really sent, by host name where there is one', () => {
  expect(readServer(JSON.stringify(rust.body))).toMatchObject({
    server: { address: 'main.eu.moose.gg:28010', players: 244, maxPlayers: 275, gameTime: null },
  })
  expect(readServer(JSON.stringify(squad.body))).toMatchObject({
    server: { address: '194.26.183.182:27015', players: 99, status: 'online' },
  })
})

it.each(['offline', 'dead', 'removed', 'invalid'])(
  'of a server that is %s nobody plays, whatever it had when it was seen last',
  (status) => {
    expect(readServer(server({ status }))).toMatchObject({
      outcome: 'told',
      server: { status: 'offline', players: 0, maxPlayers: 60 },
    })
  },
)

it('reads past names of mods with raw control bytes', () => {
  const text = JSON.stringify(dayz.body).replace('Dabs', 'Da\u0001\nbs\u0000')
  expect(readServer(text)).toMatchObject({ outcome: 'told', server: { players: 47 } })
})

it('takes no marks out of a name that could disguise what stands beside it', () => {
  const name = ` \u202EKR\u0000YP\u2066TO ${'x'.repeat(300)}`
  const reading = readServer(server({ name }))
  expect(reading).toMatchObject({ server: { name: expect.stringMatching(/^KR YP TO x+$/) } })
  expect(reading).toMatchObject({ server: { name: expect.stringMatching(/^.{100}$/) } })
})

it.each([
  [{ address: null, ip: null }, null],
  [{ ip: undefined }, null],
  [{ port: null }, null],
  [{ port: 0 }, null],
  [{ address: 'javascript:alert(1)//' }, '192.0.2.10:2302'],
  [{ address: 'play.example' }, 'play.example:2302'],
])('knows an address only when it can be used: %o', (changes, address) => {
  expect(readServer(server(changes))).toMatchObject({ outcome: 'told', server: { address } })
})

it.each([
  [{ details: null }],
  [{ details: {} }],
  [{ details: 'none' }],
  [{ details: { time: '25:00' } }],
  [{ details: { time: null } }],
])('does without a time in the game: %o', (changes) => {
  expect(readServer(server(changes))).toMatchObject({
    outcome: 'told',
    server: { players: 47, gameTime: null },
  })
})

it.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['half an answer', JSON.stringify(dayz.body).slice(0, 300)],
  ['no server', '{"data":null}'],
  ['no players', server({ players: null })],
  ['players that are text', server({ players: '47' })],
  ['fewer than no players', server({ players: -1 })],
  ['half a player', server({ players: 0.5 })],
  ['no room', server({ maxPlayers: undefined })],
  ['an unknown status', server({ status: 'sleeping' })],
])('takes %s for a failure', (_name, text) => {
  expect(readServer(text)).toMatchObject({ outcome: 'failed' })
})

it('repeats what an error says of itself, and nothing else', () => {
  const { anonymous_403: anonymous, bad_token_401: badToken } = samples.errors
  expect(readErrorDetail(JSON.stringify(anonymous))).toBe(
    ': Access denied. A subscription is required to use the API.',
  )
  expect(readErrorDetail(JSON.stringify(badToken))).toMatch(/^: The authentication token/)
  for (const text of ['', '<html>', '{"errors":[]}', '{"errors":"x"}', '{"errors":[{"x":1}]}']) {
    expect(readErrorDetail(text)).toBe('')
  }
})
