import { expect, test } from 'vitest'
import { startFixture } from '#sandbox/testing/product.ts'
import { avatarPath, players } from './players.ts'

test('each player has a picture of their own', async () => {
  const { origin } = await startFixture()
  const pictures = await Promise.all(
    players.map(async (player) => {
      const response = await fetch(`${origin}${avatarPath(player)}`)
      expect(response.headers.get('content-type')).toBe('image/png')
      return Buffer.from(await response.arrayBuffer())
    }),
  )
  for (const picture of pictures) {
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.readUInt32BE(16)).toBe(128)
  }
  expect(new Set(pictures.map((picture) => picture.toString('hex'))).size).toBe(players.length)
})

test('other formats are not served', async () => {
  const { origin } = await startFixture()
  expect((await fetch(`${origin}/avatars/1/hash.gif`)).status).toBe(404)
})
