import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readToday } from '#contract/staff.ts'

const send = vi.fn<typeof fetch>()
const stored = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  stored.clear()
  send.mockReset()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A module in the state of a newly loaded page. */
const freshPage = () => import('./session.ts')

function answer(status: number, body?: unknown): void {
  send.mockResolvedValueOnce(
    new Response(body === undefined ? null : JSON.stringify(body), { status }),
  )
}

const owner = { by: 'code', role: 'owner', name: null, rights: [] }

function acceptCode(): void {
  answer(204)
  answer(200, owner)
}

test('a stranger sees the lock without a request that would be refused', async () => {
  const session = await freshPage()
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
  expect(send).not.toHaveBeenCalled()
})

test('after a reload the session of an earlier code is checked', async () => {
  acceptCode()
  await (await freshPage()).unlockAdmin('right', '')
  vi.resetModules()
  const session = await freshPage()
  answer(200, owner)
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toMatchObject({ status: 'open', by: 'code' })
})

test('a signed-in player is checked, and may be an admin without the code', async () => {
  const session = await freshPage()
  answer(200, { by: 'discord', role: 'moderator', name: null, rights: [] })
  await session.checkAdminAccess(true)
  expect(session.currentAdminAccess()).toMatchObject({ status: 'open', by: 'discord' })
})

test('an admin by Discord account loses access by signing out', async () => {
  const session = await freshPage()
  answer(200, { by: 'discord', role: 'moderator', name: null, rights: [] })
  await session.checkAdminAccess(true)
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})

test('an admin by code keeps access after signing out of Discord', async () => {
  acceptCode()
  const session = await freshPage()
  await session.unlockAdmin('right', '')
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toMatchObject({ status: 'open', by: 'code' })
})

test('a signed-in player who is not an admin sees no notice of an ended session', async () => {
  const session = await freshPage()
  answer(403, { code: 'forbidden' })
  await session.checkAdminAccess(true)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})

test('a wrong code unlocks nothing and stores nothing', async () => {
  const session = await freshPage()
  answer(403, { code: 'wrong_code' })
  await expect(session.unlockAdmin('wrong', '')).rejects.toMatchObject({ code: 'wrong_code' })
  expect(session.currentAdminAccess().status).not.toBe('open')
  expect(stored.size).toBe(0)
})

test('a server that does not respond does not lock the area', async () => {
  stored.set('adminSession', 'unlocked')
  const session = await freshPage()
  send.mockRejectedValueOnce(new TypeError('no network'))
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'unreachable' })
  expect(stored.size).toBe(1)
})

test('a forbidden request locks the area; other failures do not', async () => {
  const session = await freshPage()
  const { queryClient } = await import('#web/app/query-client.ts')
  acceptCode()
  await session.unlockAdmin('right', '')
  queryClient.setQueryData(['admin', 'orders'], 'shown')
  for (const [status, code] of [
    [500, 'internal_error'],
    [403, 'wrong_code'],
  ] as const) {
    answer(status, { code })
    await expect(session.adminCall(readToday)).rejects.toMatchObject({ code })
  }
  expect(session.currentAdminAccess().status).toBe('open')
  // A right that the role lacks: what it is now is read again.
  answer(403, { code: 'forbidden', needs: 'today' })
  answer(200, { ...owner, role: 'support' })
  await expect(session.adminCall(readToday)).rejects.toMatchObject({ needs: 'today' })
  expect(session.currentAdminAccess().status).toBe('open')
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(6))
  answer(403, { code: 'forbidden' })
  await expect(session.adminCall(readToday)).rejects.toMatchObject({ status: 403 })
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: true })
  expect(stored.size).toBe(0)
  // The typed text is beside it.
  expect(queryClient.getQueryData(['admin', 'orders'])).toBe('shown')
})

test('locking and signing out remove what the staff has seen, and nothing else', async () => {
  const session = await freshPage()
  const { queryClient } = await import('#web/app/query-client.ts')
  for (const leave of [session.lockAdmin, () => session.checkAdminAccess(false)]) {
    answer(200, { by: 'discord', role: 'moderator', name: null, rights: [] })
    await session.checkAdminAccess(true)
    queryClient.setQueryData(['admin', 'orders'], 'private')
    queryClient.setQueryData(['donors'], 'public')
    answer(204)
    await leave()
    expect(queryClient.getQueryData(['admin', 'orders'])).toBeUndefined()
    expect(queryClient.getQueryData(['donors'])).toBe('public')
  }
})

test('locking succeeds if the session is already gone, and fails if it may still exist', async () => {
  const session = await freshPage()
  acceptCode()
  await session.unlockAdmin('right', '')
  answer(503, { code: 'database_unavailable' })
  await expect(session.lockAdmin()).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(session.currentAdminAccess().status).toBe('open')
  answer(403, { code: 'forbidden' })
  await session.lockAdmin()
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})
