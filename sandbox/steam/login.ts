import { Hono } from 'hono'
import { renderPage } from '#sandbox/page.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { loginPage, refusalPage } from './login-page.ts'
import { openIdNamespace, readSignInRequest } from './sign-in-request.ts'
import { cancelledAnswer, type SignedAnswers } from './signed-answers.ts'

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
