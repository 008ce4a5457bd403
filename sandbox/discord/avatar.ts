import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { encodePng, type Rgb } from './png.ts'

const sizePixels = 128
const cells = 8

/** Generates pictures from the address, so that each account keeps its own. */
export function avatarRoutes(): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  for (const path of ['/avatars/:owner/:file', '/embed/:owner{avatars}/:file']) {
    routes.get(path, (c) => {
      if (!c.req.path.endsWith('.png')) return c.notFound()
      return new Response(new Uint8Array(drawIdenticon(c.req.path)), {
        headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
      })
    })
  }
  return routes
}

/** A pattern that is the same left and right. */
export function drawIdenticon(seed: string): Buffer {
  const digest = createHash('sha256').update(seed).digest()
  const ink: Rgb = [60 + ((digest[0] ?? 0) % 120), 200, 90 + ((digest[1] ?? 0) % 130)]
  const ground: Rgb = [16, 28, 23]
  return encodePng(sizePixels, (x, y) => {
    const column = Math.floor((x * cells) / sizePixels)
    const row = Math.floor((y * cells) / sizePixels)
    const mirrored = Math.min(column, cells - 1 - column)
    return (digest[2 + row * 3 + (mirrored % 3)] ?? 0) & (1 << mirrored) ? ink : ground
  })
}
