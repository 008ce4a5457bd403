import { expect, test } from 'vitest'
import { currentMark } from './navigation-bar.tsx'

test.each([
  ['the page itself', '/donation', '/donation', 'page'],
  ['the section of a page', '/donation', '/donation/priority-queue', 'true'],
  ['not the home page for every page', '/', '/donation', undefined],
  ['no other page', '/team', '/donation', undefined],
  ['no section of an address without a page', '/donation', '/donation/xyz', undefined],
])('marks %s', (_, href, path, mark) => {
  expect(currentMark(href, path)).toBe(mark)
})
