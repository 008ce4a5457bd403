import { afterEach, expect, test, vi } from 'vitest'
import { mergeChange, withSendingLock } from './outbox.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['has no locks, as without TLS', {}],
  [
    'refuses locks, as it refuses storage',
    { locks: { request: () => Promise.reject(new Error('insecure')) } },
  ],
])('one task waits for the other if the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const steps: string[] = []
  const task = async (name: string): Promise<string> => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    return name
  }
  const answers = await Promise.all([
    withSendingLock(() => task('first')),
    withSendingLock(() => task('second')),
  ])
  expect(answers).toEqual(['first', 'second'])
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('a task that fails is not repeated without the lock', async () => {
  const request = (_: string, task: () => Promise<unknown>) => task()
  vi.stubGlobal('navigator', { locks: { request } })
  const task = vi.fn(() => Promise.reject(new Error('offline')))
  await expect(withSendingLock(task)).rejects.toThrow('offline')
  expect(task).toHaveBeenCalledTimes(1)
})

test('a renewal stays one when it is repeated, and an edit after it renews as well', () => {
  const listing = { id: 'a listing', revision: 1 }
  const renewed = mergeChange(undefined, 'renewed', listing) ?? undefined
  expect(mergeChange(renewed, 'renewed', listing)).toMatchObject({ kind: 'renewed', renews: false })
  expect(mergeChange(renewed, 'edited', listing)).toMatchObject({ kind: 'edited', renews: true })
})
