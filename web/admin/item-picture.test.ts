import { expect, test } from 'vitest'
import { largestImageBytes } from '#contract/admin-kryptonite.ts'
import { findPicture, findPictureFault, largestPictureBytes } from './item-picture.ts'

test.each(['image/png', 'image/jpeg', 'image/webp'])('a %s of 5 MB can be sent', (type) => {
  expect(findPictureFault({ type, size: largestPictureBytes })).toBeNull()
})

test.each([
  [{ type: 'image/png', size: largestPictureBytes + 1 }, 'too_large'],
  [{ type: 'image/png', size: 0 }, 'empty'],
  [{ type: 'image/svg+xml', size: 100 }, 'wrong_type'],
  [{ type: 'image/gif', size: 100 }, 'wrong_type'],
  [{ type: '', size: 100 }, 'wrong_type'],
] as const)('%j cannot: %s', (file, fault) => {
  expect(findPictureFault(file)).toBe(fault)
})

test('the limit is the one of the server', () => {
  expect(largestPictureBytes).toBe(largestImageBytes)
})

test('of several things the picture is taken', () => {
  const text = new File(['a'], 'a.txt', { type: 'text/plain' })
  const picture = new File(['b'], 'b.webp', { type: 'image/webp' })
  expect(findPicture([text, picture])).toBe(picture)
  expect(findPicture([text])).toBe(text)
  expect(findPicture([])).toBeNull()
})
