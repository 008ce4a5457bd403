import { afterEach, expect, test, vi } from 'vitest'
import { saveTypedDetails, readTypedDetails } from './buyer-form.ts'

function sessionHolding(text: string | null): void {
  const stored = new Map(text === null ? [] : [['typedDetails', text]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each field is stored separately', () => {
  sessionHolding(null)
  saveTypedDetails({ steamId: '7656' })
  saveTypedDetails({ discordUsername: 'sokol' })
  saveTypedDetails({ steamId: '' })
  expect(readTypedDetails()).toEqual({ steamId: '', discordUsername: 'sokol' })
})

test.each(['{', '7', 'null', '[]', '{"steamId":7,"discordUsername":["x"]}'])(
  'any other stored value, such as %s, is ignored',
  (text) => {
    sessionHolding(text)
    expect(readTypedDetails()).toEqual({})
  },
)

test('works without browser storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  saveTypedDetails({ steamId: '7656' })
  expect(readTypedDetails()).toEqual({})
})
