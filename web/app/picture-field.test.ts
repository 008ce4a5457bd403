import { expect, test } from 'vitest'
import { largestImageBytes } from '#contract/skins.ts'
import {
  findPicture,
  maxPictureBytes,
  pictureTimeoutMs,
  validatePicture,
} from './picture-field.tsx'

test.each(['image/png', 'image/jpeg', 'image/webp'])('a %s of 5 MB can be sent', (type) => {
  expect(validatePicture({ type, size: maxPictureBytes })).toBeNull()
})

test.each([
  [{ type: 'image/png', size: maxPictureBytes + 1 }, 'too_large'],
  [{ type: 'image/png', size: 0 }, 'empty'],
  [{ type: 'image/svg+xml', size: 100 }, 'wrong_type'],
  [{ type: 'image/gif', size: 100 }, 'wrong_type'],
  [{ type: '', size: 100 }, 'wrong_type'],
] as const)('%j cannot: %s', (file, fault) => {
  expect(validatePicture(file)).toBe(fault)
})

test('the size limit is the server’s', () => {
  expect(maxPictureBytes).toBe(largestImageBytes)
})

test('the largest picture can be sent at 0.5 Mbit/s', () => {
  const url = `data:image/png;base64,${'A'.repeat((maxPictureBytes * 4) / 3)}`
  const seconds = pictureTimeoutMs({ file: new File([], 'a.png'), url }) / 1000
  expect(seconds).toBeGreaterThan((url.length * 8) / 500_000)
  expect(seconds).toBeLessThan(300)
  expect(pictureTimeoutMs(null)).toBe(15_000)
})

test('the first picture among several files is taken', () => {
  const text = new File(['a'], 'a.txt', { type: 'text/plain' })
  const picture = new File(['b'], 'b.webp', { type: 'image/webp' })
  expect(findPicture([text, picture])).toBe(picture)
  expect(findPicture([text])).toBe(text)
  expect(findPicture([])).toBeNull()
})
