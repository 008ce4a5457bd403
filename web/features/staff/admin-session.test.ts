import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const send = vi.fn<typeof fetch>()
const kept = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  kept.clear()
  send.mockReset()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What a page that was just loaded knows. */
const freshPage = () => import('./admin-session.ts')

function answer(status: number, body?: unknown): void {
  send.mockResolvedValueOnce(
    new Response(body === undefined ? null : JSON.stringify(body), { status }),
  )
}

test('a stranger is shown the lock without a call that would be refused', async () => {
  const session = await freshPage()
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
  expect(send).not.toHaveBeenCalled()
})

test('who gave the code once is asked for again after a reload', async () => {
  answer(204)
  await (await freshPage()).unlockAdmin('right')
  vi.resetModules()
  const session = await freshPage()
  answer(200, { by: 'code' })
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'open', by: 'code' })
})

test('a signed-in player is asked about, and may be an admin without the code', async () => {
  const session = await freshPage()
  answer(200, { by: 'discord' })
  await session.checkAdminAccess(true)
  expect(session.currentAdminAccess()).toEqual({ status: 'open', by: 'discord' })
})

test('an admin by his Discord account is one no longer when he signs out', async () => {
  const session = await freshPage()
  answer(200, { by: 'discord' })
  await session.checkAdminAccess(true)
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})

test('an admin by the code stays one when he signs out', async () => {
  answer(204)
  const session = await freshPage()
  await session.unlockAdmin('right')
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'open', by: 'code' })
})

test('a signed-in player who is no admin is not told that a session ended', async () => {
  const session = await freshPage()
  answer(403, { code: 'forbidden' })
  await session.checkAdminAccess(true)
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})

test('a wrong code opens nothing and is not remembered', async () => {
  const session = await freshPage()
  answer(403, { code: 'wrong_code' })
  await expect(session.unlockAdmin('wrong')).rejects.toMatchObject({ code: 'wrong_code' })
  expect(session.currentAdminAccess().status).not.toBe('open')
  expect(kept.size).toBe(0)
})

test('a server that does not answer is no lock', async () => {
  kept.set('adminSession', 'unlocked')
  const session = await freshPage()
  send.mockRejectedValueOnce(new TypeError('no network'))
  await session.checkAdminAccess(false)
  expect(session.currentAdminAccess()).toEqual({ status: 'unreachable' })
  expect(kept.size).toBe(1)
})

test('a refused call closes the area; one that failed otherwise does not', async () => {
  const { ApiProblem } = await import('#web/app/api-client.ts')
  const session = await freshPage()
  answer(204)
  await session.unlockAdmin('right')
  session.adminCallFailed(new ApiProblem('internal_error', 500))
  session.adminCallFailed(new ApiProblem('wrong_code', 403))
  expect(session.currentAdminAccess().status).toBe('open')
  session.adminCallFailed(new ApiProblem('forbidden', 403))
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: true })
  expect(kept.size).toBe(0)
})

test('locking a session that is gone already is done; one that may live on is not', async () => {
  const session = await freshPage()
  answer(204)
  await session.unlockAdmin('right')
  answer(503, { code: 'database_unavailable' })
  await expect(session.lockAdmin()).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(session.currentAdminAccess().status).toBe('open')
  answer(403, { code: 'forbidden' })
  await session.lockAdmin()
  expect(session.currentAdminAccess()).toEqual({ status: 'locked', hasEnded: false })
})
