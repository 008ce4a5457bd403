import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from './api-client.ts'
import { queryClient, queryKeys } from './query-client.ts'
import { loadSession, signIn, signOut, takeSignInPage } from './session.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('distinguishes a visitor from a player', async () => {
  const user = { name: 'Sokol', avatarUrl: null, discordUsername: 'sokol' }
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
  expect(await loadSession()).toEqual({ status: 'visitor', user: null })
  const answers = vi.fn<typeof fetch>(async () => Response.json({ user }))
  vi.stubGlobal('fetch', answers)
  expect(await loadSession()).toEqual({ status: 'player', user })
  // Then the account's Steam IDs, which no later test is to see.
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(2))
})

const [linked, typed] = ['76561198006409530', '76561198000000001']

test.each([
  ['the one that the account has linked last', null, [linked, typed], linked],
  ['the one from before', typed, [linked], typed],
  ['unknown without a linked one', null, [], null],
])('this device’s Steam ID is %s', async (_, before, steamIds, after) => {
  const stored = new Map(before === null ? [] : [['userSteamId', before]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  const user = { name: 'Sokol', avatarUrl: null, discordUsername: 'sokol' }
  const claims = steamIds.map((steamId) => ({ steamId, personaName: null, claimedAt: '' }))
  const answers = vi.fn<(path: string) => Promise<Response>>(async (path) =>
    Response.json(
      path === '/api/session' ? { user } : { claimRequired: false, signedIn: true, claims },
    ),
  )
  vi.stubGlobal('fetch', answers)
  await loadSession()
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(before === null ? 2 : 1))
  await vi.waitFor(() => expect(stored.get('userSteamId') ?? null).toBe(after))
  await signOut()
  expect(stored.get('userSteamId') ?? null).toBe(before)
})

test('a server error does not make a visitor', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(loadSession()).rejects.toMatchObject({ status: 503 })
})

test('a server error keeps the known session', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
  const visitor = await loadSession()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(loadSession()).rejects.toMatchObject({ status: 503 })
  expect(queryClient.getQueryData(queryKeys.session)).toBe(visitor)
})

/** The requests for orders of a page that shows them to a player. */
async function showOrders() {
  const user = { name: 'Sokol', avatarUrl: null, discordUsername: 'sokol' }
  vi.stubGlobal('fetch', async () => Response.json({ user }))
  await loadSession()
  const request = vi.fn<() => Promise<string>>(async () => 'orders')
  const options = { queryKey: queryKeys.orders, queryFn: request }
  const stop = new QueryObserver(queryClient, options).subscribe(() => undefined)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  request.mockClear()
  return { request, stop }
}

test('signing out makes a visitor, whose orders are requested again', async () => {
  const { request, stop } = await showOrders()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await signOut()
  expect(queryClient.getQueryData(queryKeys.session)).toEqual({ status: 'visitor', user: null })
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  stop()
})

test('orders are requested again when the session has ended or changed elsewhere, and only then', async () => {
  const { request, stop } = await showOrders()
  await loadSession()
  expect(request).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => Response.json({ user: null }))
  await loadSession()
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  stop()
})

test.each([
  ['signed out elsewhere', null],
  ['another name', { name: 'Jastreb', avatarUrl: null, discordUsername: 'sokol' }],
  ['another name at Discord', { name: 'Sokol', avatarUrl: null, discordUsername: null }],
])('orders of the account before are gone, also if no others arrive: %s', async (_, user) => {
  const { request, stop } = await showOrders()
  request.mockRejectedValue(new ApiProblem('database_unavailable', 503))
  vi.stubGlobal('fetch', async () => Response.json({ user }))
  await loadSession()
  expect(queryClient.getQueryData(queryKeys.orders)).toBeUndefined()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(request).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData(queryKeys.orders)).toBeUndefined()
  stop()
})

test('orders are gone after signing out, also if no others arrive', async () => {
  const { request, stop } = await showOrders()
  request.mockRejectedValue(new ApiProblem('database_unavailable', 503))
  vi.stubGlobal('fetch', async () => Response.json({}))
  await signOut()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(request).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData(queryKeys.orders)).toBeUndefined()
  stop()
})

function stubSessionStorage() {
  const texts = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
  return texts
}

test('what was typed about orders is gone after signing out', async () => {
  const texts = stubSessionStorage()
  Object.assign(sessionStorage, { 'draft orderMessage 1': '', returnAfterSignIn: '' })
  texts.set('draft orderMessage 1', 'Where is it?').set('returnAfterSignIn', '/')
  vi.stubGlobal('fetch', async () => Response.json({}))
  await signOut()
  expect([...texts.keys()]).toEqual(['returnAfterSignIn'])
})

test('signing in opens the address that the server returns', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ url: 'https://discord.test/a' }))
  const assign = vi.fn<(address: string) => void>()
  stubSessionStorage()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('location', { assign, pathname: '/wallet', search: '?x=1' })
  await signIn()
  expect(send.mock.calls[0]?.[0]).toBe('/api/auth/sign-in/social')
  const request = new Request('http://localhost/', send.mock.calls[0]?.[1])
  expect(await request.json()).toEqual({
    provider: 'discord',
    callbackURL: '/auth/callback',
    errorCallbackURL: '/login',
  })
  expect(assign).toHaveBeenCalledWith('https://discord.test/a')
  expect([takeSignInPage(), takeSignInPage()]).toEqual(['/wallet?x=1', '/'])
})

test.each(['/login', '/auth/callback'])(
  'a second try on %s leads to where the first one began',
  async (pathname) => {
    stubSessionStorage()
    vi.stubGlobal('fetch', async () => Response.json({ url: 'https://discord.test/a' }))
    vi.stubGlobal('location', { assign: () => undefined, pathname: '/team', search: '' })
    await signIn()
    vi.stubGlobal('location', { assign: () => undefined, pathname, search: '?error=x' })
    await signIn()
    expect(takeSignInPage()).toBe('/team')
  },
)

test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
  'a sign-in never leads away from the site: %s',
  (stored) => {
    stubSessionStorage().set('returnAfterSignIn', stored)
    expect(takeSignInPage()).toBe('/')
  },
)
