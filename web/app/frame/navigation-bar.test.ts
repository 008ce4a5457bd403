import { expect, test } from 'vitest'
import { currentMark } from './navigation-bar.tsx'

test.each([
  ['the page itself', '/donation', '/donation', 'page'],
  ['the section of a page', '/donation', '/donation/priority-queue', 'true'],
  ['the home page not as the section of every page', '/', '/donation', undefined],
  ['no other page', '/team', '/donation', undefined],
  ['no section for an address without a page', '/donation', '/donation/xyz', undefined],
])('marks %s', (_, href, path, mark) => {
  expect(currentMark(href, path)).toBe(mark)
})
