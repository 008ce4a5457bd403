import { expect, it } from 'vitest'
import { isSameDiscordName } from './discord-name.ts'

it.each([
  ['sokol', 'sokol'],
  ['Sokol', 'sokol'],
  ['@sokol', 'sokol'],
  ['sokol#0', 'sokol'],
  [' @SOKOL#0 ', 'sokol'],
  ['sokol', '@Sokol'],
  // Accounts that never chose a new name have a number, which is a part of it.
  ['Sokol#1234', 'sokol#1234'],
])('%s is %s', (one, other) => {
  expect(isSameDiscordName(one, other)).toBe(true)
  expect(isSameDiscordName(other, one)).toBe(true)
})

it.each([
  ['sokol', 'sokol2'],
  ['sokol', 'sokol#1234'],
  ['sokol#00', 'sokol'],
  ['@@sokol', 'sokol'],
  ['so kol', 'sokol'],
  // A Cyrillic letter that looks the same.
  ['sоkol', 'sokol'],
  ['', ''],
  ['@', '#0'],
])('%j is not %j', (one, other) => {
  expect(isSameDiscordName(one, other)).toBe(false)
})
