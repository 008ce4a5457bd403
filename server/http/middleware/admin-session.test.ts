import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { readConfig } from '#server/app/config.ts'
import { giveCookie, removeCookie } from '#server/http/cookies.ts'
import { readSessionSecret, sessionCookie } from './admin-session.ts'

const secret = 's'.repeat(43)
const config = readConfig(productionSettings, productionSite)
const app = new Hono()
  .post('/', (context) => {
    giveCookie(context, config, sessionCookie, secret, { sameSite: 'Strict', maxAge: 60 })
    return context.body(null)
  })
  .get('/', (context) => context.json(readSessionSecret(context, config)))
  .delete('/', (context) => {
    removeCookie(context, config, sessionCookie)
    return context.body(null)
  })

const read = async (cookie: string) => (await app.request('/', { headers: { cookie } })).json()

it('sets a cookie over https that no other subdomain can set and no plain connection carries', async () => {
  const cookies = (await app.request('/', { method: 'POST' })).headers.getSetCookie()
  expect(cookies).toEqual([
    `__Host-admin=${secret}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict`,
  ])
})

it('deletes the session’s cookie with the attributes that it was set with', async () => {
  const [cookie] = (await app.request('/', { method: 'DELETE' })).headers.getSetCookie()
  expect(cookie).toBe('__Host-admin=; Max-Age=0; Path=/; Secure')
})

it('reads only well-formed cookies', async () => {
  expect(await read(`__Host-admin=${secret}`)).toBe(secret)
  for (const cookie of ['', `admin=${secret}`, '__Host-admin=', `__Host-admin=${secret}s`]) {
    expect(await read(cookie)).toBeNull()
  }
})
