import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { Hono } from 'hono'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { discordError, unauthorized } from './errors.ts'
import type { Grants } from './grants.ts'

/** A Discord account, in the fields that `GET /users/@me` answers. */
export interface Player {
  readonly id: string
  readonly username: string
  readonly globalName: string | null
  readonly avatar: string | null
  readonly email: string | null
  readonly verified: boolean
  readonly locale: string
  /** What this player is for, shown to testers. */
  readonly purpose: string
}

export const players: readonly Player[] = [
  {
    id: '200000000000000001',
    username: 'crystal_hunter',
    globalName: 'Crystal Hunter',
    avatar: '5f1d2c3b4a59687786958473625140ff',
    email: 'hunter@sandbox.example',
    verified: true,
    locale: 'fr',
    purpose: 'has everything',
  },
  {
    id: '210000000000000002',
    username: 'lesnik_89',
    globalName: null,
    avatar: null,
    email: null,
    verified: false,
    locale: 'ru',
    purpose: 'no e-mail, no avatar, no display name',
  },
  {
    id: '220000000000000003',
    username: 'mallory.0',
    globalName: '**@everyone** <img src=x onerror=alert(1)> [win](https://evil.example)',
    avatar: 'a_00112233445566778899aabbccddeeff',
    email: 'mallory@sandbox.example',
    verified: false,
    locale: 'en-US',
    purpose: 'a name full of markup, an unverified e-mail',
  },
]

export function findPlayer(id: string | null | undefined): Player | undefined {
  return players.find((player) => player.id === id)
}

/** The path of this account's picture in the sandbox. */
export function avatarPath(player: Player): string {
  if (player.avatar) return `/avatars/${player.id}/${player.avatar}.png`
  return `/embed/avatars/${(BigInt(player.id) >> 22n) % 6n}.png`
}

/** `GET /users/@me`, however the caller has encoded the `@`. */
export function userRoutes(grants: Grants): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get('/users/:user', (c) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const grant = token === undefined ? null : grants.findByAccessToken(token)
    if (!grant) return unauthorized()
    if (c.req.param('user') !== '@me') return discordError(403, 50001, 'Missing Access')
    if (!grant.scopes.includes('identify')) return unauthorized()
    return c.json({
      ...publicUser(grant.player),
      mfa_enabled: false,
      locale: grant.player.locale,
      premium_type: 0,
      ...(grant.scopes.includes('email') && {
        email: grant.player.email,
        verified: grant.player.verified,
      }),
    })
  })
}

/** The public part of an account. */
export function publicUser(player: Player): Record<string, unknown> {
  return {
    id: player.id,
    username: player.username,
    avatar: player.avatar,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: player.globalName,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  }
}

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

type Rgb = readonly [number, number, number]

/** Encodes a square picture, 8 bits a channel, https://www.w3.org/TR/png-3/ */
function encodePng(size: number, colorAt: (x: number, y: number) => Rgb): Buffer {
  const rowLength = 1 + 3 * size
  const rows = Buffer.alloc(rowLength * size)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) rows.set(colorAt(x, y), y * rowLength + 1 + 3 * x)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
