import { afterEach, expect, test, vi } from 'vitest'
import { readStored, readStoredJson, removeStored, writeStored } from './browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('keeps a text until it is removed', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  expect(writeStored('sessionStorage', 'a', '{"b":1}')).toBe(true)
  expect(readStored('sessionStorage', 'a')).toBe('{"b":1}')
  expect(readStoredJson('sessionStorage', 'a')).toEqual({ b: 1 })
  writeStored('sessionStorage', 'a', '{"b":')
  expect(readStoredJson('sessionStorage', 'a')).toBeNull()
  removeStored('sessionStorage', 'a')
  expect(readStored('sessionStorage', 'a')).toBeNull()
})

test('without browser storage, reads return null and writes return false', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readStored('localStorage', 'a')).toBeNull()
  expect(readStoredJson('localStorage', 'a')).toBeNull()
  expect(writeStored('localStorage', 'a', 'b')).toBe(false)
  expect(() => removeStored('localStorage', 'a')).not.toThrow()
})
