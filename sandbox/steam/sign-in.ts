import { createHmac, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Markup, SandboxEnv } from '#sandbox/fake-provider.ts'
import { type Page, renderPage } from '#sandbox/page.ts'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'

/** A Steam account, in the fields that `GetPlayerSummaries` answers. */
export interface SteamPlayer {
  readonly steamId: string
  readonly personaName: string
  /** What this player is for, shown to testers. */
  readonly purpose: string
}

export const steamPlayers: readonly SteamPlayer[] = [
  {
    steamId: '76561198006409531',
    personaName: 'Crystal Hunter',
    purpose: 'an id that no JavaScript number holds',
  },
  {
    steamId: '76561198000000042',
    personaName: 'Лесник с Оленьего',
    purpose: 'a name in Cyrillic',
  },
  {
    steamId: '76561199123456789',
    personaName: '<img src=x onerror=alert(1)> \u202Etxt.exe',
    purpose: 'a name full of markup, written backwards',
  },
]

const openIdNamespace = 'http://specs.openid.net/auth/2.0'
const anyAccount = `${openIdNamespace}/identifier_select`

/** A site's request to Steam's sign-in page. */
interface SignInRequest {
  readonly returnTo: string
  readonly realm: string
}

/** A sentence instead of a request when Steam would refuse it. */
function readSignInRequest(query: URLSearchParams): SignInRequest | string {
  const field = (name: string): string => query.get(`openid.${name}`) ?? ''
  if (field('ns') !== openIdNamespace) return 'openid.ns must be that of OpenID 2.0.'
  if (field('mode') !== 'checkid_setup') return 'openid.mode must be checkid_setup.'
  if (field('identity') !== anyAccount || field('claimed_id') !== anyAccount) {
    return 'openid.identity and openid.claimed_id must be identifier_select.'
  }
  const realm = readOrigin(field('realm'))
  if (realm === null) return 'openid.realm is no address.'
  if (readOrigin(field('return_to')) !== realm) return 'openid.return_to is not below openid.realm.'
  return { returnTo: field('return_to'), realm }
}

function readOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** `/openid/login`: the page where players sign in, and where sites verify the result. */
export function loginRoutes(answers: SignedAnswers): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>()
    .get('/openid/login', (c) => {
      const { search, searchParams } = new URL(c.req.url)
      const request = readSignInRequest(searchParams)
      return renderPage(
        typeof request === 'string' ? refusalPage(request) : loginPage(search, request),
      )
    })
    .post('/openid/login', async (c) => {
      const form = new URLSearchParams(await c.req.text())
      if (form.get('openid.mode') === 'check_authentication') {
        return keyValues(['ns', openIdNamespace], ['is_valid', String(answers.confirm(form))])
      }
      const request = readSignInRequest(new URL(c.req.url).searchParams)
      if (typeof request === 'string') return renderPage(refusalPage(request))
      const steamId = form.get('player')
      const answer =
        form.get('decision') === 'sign-in' && steamId !== null
          ? answers.sign(request.returnTo, steamId)
          : cancelledAnswer(request.returnTo)
      return c.redirect(answer.href, 302)
    })
}

/** https://openid.net/specs/openid-authentication-2_0.html#kvform */
function keyValues(...pairs: readonly (readonly [string, string])[]): Response {
  const body = pairs.map(([key, value]) => `${key}:${value}\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/plain;charset=utf-8' } })
}

function loginPage(search: string, { realm }: SignInRequest): Page {
  return {
    title: 'Sign in · Steam sandbox',
    formTargets: [realm],
    body: html`<main class="window">
      <p class="badge">Steam sandbox</p>
      <h1>Sign in to ${realm} with your Steam account</h1>
      <form method="post" action="/openid/login${search}">
        <fieldset>
          <legend>Sign in as</legend>
          ${steamPlayers.map(playerChoice)}
        </fieldset>
        <p>The site learns your SteamID64. It does not learn your password.</p>
        <div class="actions">
          <button class="primary" name="decision" value="sign-in">Sign in</button>
          <button name="decision" value="cancel">Cancel</button>
        </div>
      </form>
    </main>`,
  }
}

function playerChoice({ steamId, personaName, purpose }: SteamPlayer, index: number): Markup {
  return html`<label class="choice">
    <input type="radio" name="player" value="${steamId}" ${index === 0 ? 'checked' : ''} />
    <span>
      <strong>${personaName}</strong>
      <small>${steamId} · ${purpose}</small>
    </span>
  </label>`
}

function refusalPage(reason: string): Page {
  return {
    title: 'Refused · Steam sandbox',
    status: 400,
    body: html`<main class="window">
      <p class="badge">Steam sandbox</p>
      <h1>Steam refuses this sign-in</h1>
      <p role="alert">${reason}</p>
    </main>`,
  }
}

/** The fields that Steam signs, in its order. */
const signedFields = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

interface SignedAnswers {
  /** The address that a signed-in player is sent back to. */
  sign(returnTo: string, steamId: string): URL
  /** Whether an answer is genuine, unchanged and confirmed for the first time. */
  confirm(fields: URLSearchParams): boolean
  clear(): void
}

/** Positive assertions, https://openid.net/specs/openid-authentication-2_0.html#positive_assertions */
export function createSignedAnswers(origin: string): SignedAnswers {
  const secret = randomBytes(32)
  const unusedNonces = new Set<string>()

  function signatureOf(fields: URLSearchParams): string {
    const names = (fields.get('openid.signed') ?? '').split(',')
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`) ?? ''}\n`).join('')
    return createHmac('sha1', secret).update(text).digest('base64')
  }

  return {
    sign(returnTo, steamId) {
      const nonce = `${new Date().toISOString().slice(0, 19)}Z${randomBytes(15).toString('base64')}`
      unusedNonces.add(nonce)
      const answer = new URL(returnTo)
      const identity = `${origin}/openid/id/${steamId}`
      const fields = answer.searchParams
      fields.set('openid.ns', openIdNamespace)
      fields.set('openid.mode', 'id_res')
      fields.set('openid.op_endpoint', `${origin}/openid/login`)
      fields.set('openid.claimed_id', identity)
      fields.set('openid.identity', identity)
      fields.set('openid.return_to', returnTo)
      fields.set('openid.response_nonce', nonce)
      fields.set('openid.assoc_handle', '1234567890')
      fields.set('openid.signed', signedFields.join(','))
      fields.set('openid.sig', signatureOf(fields))
      return answer
    },
    confirm(fields) {
      const isOurs = fields.get('openid.sig') === signatureOf(fields)
      return isOurs && unusedNonces.delete(fields.get('openid.response_nonce') ?? '')
    },
    clear: () => unusedNonces.clear(),
  }
}

/** The address that a player who cancels is sent back to. */
function cancelledAnswer(returnTo: string): URL {
  const answer = new URL(returnTo)
  answer.searchParams.set('openid.ns', openIdNamespace)
  answer.searchParams.set('openid.mode', 'cancel')
  return answer
}

const signIn = z.strictObject({
  /** Of Steam's sign-in page, as the product built it. */
  url: z.url(),
  /** Any account, even one without a player; without it the player cancels. */
  steamId: z
    .string()
    .regex(/^\d{17}$/)
    .optional(),
})

/** Stands in for a player in tests without a browser. */
export function steamControls(answers: SignedAnswers): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().post('/_sandbox/steam/sign-in', async (c) => {
    const reading = readControl(signIn, await c.req.text())
    if (!reading.ok) return reading.answer
    const { url, steamId } = reading.value
    const request = readSignInRequest(new URL(url).searchParams)
    if (typeof request === 'string') return answerInvalid('url', request)
    const answer =
      steamId === undefined
        ? cancelledAnswer(request.returnTo)
        : answers.sign(request.returnTo, steamId)
    return c.json({ location: answer.href })
  })
}
