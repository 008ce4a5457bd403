import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { steamCredentials } from '#sandbox/credentials.ts'
import { drawIdenticon } from '#sandbox/discord/avatar.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { steamPlayers, type SteamPlayer } from './players.ts'

const mostIds = 100

/** `ISteamUser/GetPlayerSummaries`: unknown ids are simply missing. Also the accounts' pictures. */
export function summaryRoutes(origin: string): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.get('/:file{[0-9a-f]{40}_medium\\.jpg}', (c) => {
    return new Response(new Uint8Array(drawIdenticon(c.req.path)), {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
    })
  })
  return routes.get('/ISteamUser/GetPlayerSummaries/:version{v2|v0002}/', (c) => {
    if (c.req.query('key') !== steamCredentials.apiKey) return forbidden()
    const ids = new Set((c.req.query('steamids') ?? '').split(',').slice(0, mostIds))
    const players = steamPlayers.filter(({ steamId }) => ids.has(steamId))
    return c.json({ response: { players: players.map((player) => toSummary(player, origin)) } })
  })
}

function toSummary({ steamId, personaName }: SteamPlayer, origin: string) {
  const avatar = `${origin}/${createHash('sha1').update(steamId).digest('hex')}`
  return {
    steamid: steamId,
    communityvisibilitystate: 3,
    profilestate: 1,
    personaname: personaName,
    profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
    avatar: `${avatar}.jpg`,
    avatarmedium: `${avatar}_medium.jpg`,
    avatarfull: `${avatar}_full.jpg`,
    personastate: 0,
  }
}

function forbidden(): Response {
  return new Response(
    '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>',
    { status: 403, headers: { 'content-type': 'text/html; charset=UTF-8' } },
  )
}
