import { expect, it } from 'vitest'
import { readState } from './read-state.ts'

const state = {
  name: 'KRYPTONIQUE',
  numplayers: 12,
  maxplayers: 60,
  connect: '203.0.113.7:2302',
  queryPort: 27_016,
  raw: { time: '9:05' },
}

it.each([
  ['203.0.113.7', '203.0.113.7:2302', '203.0.113.7:2302'],
  ['play.example', 'play.example:2302', 'play.example:2302'],
  // The library puts the port there that it asked.
  ['203.0.113.7', '203.0.113.7:27016', null],
  ['127.0.0.1', '127.0.0.1:2302', null],
  ['192.168.1.20', '192.168.1.20:2302', null],
  ['172.20.0.3', '172.20.0.3:2302', null],
  ['localhost', 'localhost:2302', null],
  ['dayz', 'dayz:2302', null],
])('tells players an address that they can use: asked %s, connect %s', (host, connect, address) => {
  expect(readState({ ...state, connect }, host)).toMatchObject({
    outcome: 'told',
    server: { address, players: 12, gameTime: '09:05' },
  })
})

it.each([[{}], [{ time: 'lqs:0' }], [{ time: 5 }]])('does without a time: %o', (raw) => {
  expect(readState({ ...state, raw }, 'play.example')).toMatchObject({
    outcome: 'told',
    server: { gameTime: null },
  })
})

it.each([null, {}, { ...state, numplayers: undefined }, { ...state, maxplayers: 0 }])(
  'takes %o for a failure',
  (answer) => {
    expect(readState(answer, 'play.example').outcome).toBe('failed')
  },
)
