import { Hono } from 'hono'
import { steamCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { steamPlayers, type SteamPlayer } from './players.ts'

const mostIds = 100

/** `ISteamUser/GetPlayerSummaries`: unknown ids are simply missing. */
export function summaryRoutes(): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get('/ISteamUser/GetPlayerSummaries/:version{v2|v0002}/', (c) => {
    if (c.req.query('key') !== steamCredentials.apiKey) return forbidden()
    const ids = new Set((c.req.query('steamids') ?? '').split(',').slice(0, mostIds))
    const players = steamPlayers.filter(({ steamId }) => ids.has(steamId))
    return c.json({ response: { players: players.map(toSummary) } })
  })
}

function toSummary({ steamId, personaName }: SteamPlayer) {
  return {
    steamid: steamId,
    communityvisibilitystate: 3,
    profilestate: 1,
    personaname: personaName,
    profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
    avatar: '',
    avatarmedium: '',
    avatarfull: '',
    personastate: 0,
  }
}

function forbidden(): Response {
  return new Response(
    '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>',
    { status: 403, headers: { 'content-type': 'text/html; charset=UTF-8' } },
  )
}
