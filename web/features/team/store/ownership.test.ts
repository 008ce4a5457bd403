import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser } from '#test/fake-browser.ts'
import { readUserId, readUserSecret, requireUserId, requireUserSecret } from './ownership.ts'

let browser = new FakeBrowser()

beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('reading creates nothing; a created id and secret stay', () => {
  expect([readUserId(), readUserSecret()]).toEqual([null, null])
  expect(browser.kept.size).toBe(0)
  const made = [requireUserId(), requireUserSecret()]
  expect([requireUserId(), requireUserSecret()]).toEqual(made)
  expect([browser.kept.get('userId'), browser.kept.get('userSecret')]).toEqual(made)
})

test('the secret is 32 random bytes in base64url', () => {
  const secret = requireUserSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(Buffer.from(secret, 'base64url').toString('base64url')).toBe(secret)
  browser.kept.clear()
  expect(requireUserSecret()).not.toBe(secret)
})

test('an existing id is normalised to the server’s format', () => {
  browser.kept.set('userId', 'C2B0A1D4-98A7-4E0B-A1C9-4B5D6E7F8A33')
  expect(requireUserId()).toBe('c2b0a1d4-98a7-4e0b-a1c9-4b5d6e7f8a33')
})

test('an invalid id or secret is ignored, logged, and replaced when one is needed', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  browser.kept.set('userId', '{"id":7}')
  browser.kept.set('userSecret', 'too short')
  expect([readUserId(), readUserSecret()]).toEqual([null, null])
  expect(warn).toHaveBeenCalled()
  expect(requireUserId()).toMatch(/^[0-9a-f-]{36}$/)
  expect(requireUserSecret()).toMatch(/^[\w-]{43}$/)
})
