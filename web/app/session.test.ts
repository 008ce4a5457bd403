import { afterEach, expect, test, vi } from 'vitest'
import { loadSession, signIn } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('distinguishes a visitor from a player', async () => {
  const user = { name: 'Sokol', avatarUrl: null, discordUsername: 'sokol' }
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
  expect(await loadSession()).toEqual({ status: 'visitor', user: null })
  vi.stubGlobal('fetch', async () => Response.json({ user }))
  expect(await loadSession()).toEqual({ status: 'player', user })
})

test('a server error does not make a visitor', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(loadSession()).rejects.toMatchObject({ status: 503 })
})

test('signing in opens the address that the server returns', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ url: 'https://discord.test/a' }))
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('location', { assign })
  await signIn()
  expect(send.mock.calls[0]?.[0]).toBe('/api/auth/sign-in/social')
  const request = new Request('http://localhost/', send.mock.calls[0]?.[1])
  expect(await request.json()).toEqual({
    provider: 'discord',
    callbackURL: '/auth/callback',
    errorCallbackURL: '/login',
  })
  expect(assign).toHaveBeenCalledWith('https://discord.test/a')
})
