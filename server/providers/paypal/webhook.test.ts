import { expect, it } from 'vitest'
import { readConfig } from '#server/app/config.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import { productionSettings, productionSite } from '#test/factories/settings.ts'
import { createCertificate } from '#sandbox/paypal/signature.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createCertificateFetcher, isCertificateUrl } from './webhook.ts'

const live = readConfig(productionSettings, productionSite).paypal
const path = '/v1/notifications/certs/CERT-360caa42-fca2a594-7a48ba7f'

it.each([`https://api.paypal.com${path}`, `https://api-m.paypal.com${path}`])(
  'a certificate may be at %s',
  (url) => {
    expect(isCertificateUrl(url, live)).toBe(true)
  },
)

it.each([
  `http://api.paypal.com${path}`,
  `https://api.paypal.com:8443${path}`,
  `https://me@api.paypal.com${path}`,
  `https://api.paypal.com${path}?x=1`,
  `https://api.paypal.com${path}?`,
  `https://api.paypal.com${path}#x`,
  `https://API.paypal.com${path}`,
  `https://api.paypal.com/v1/notifications/certs/../certs/CERT-1`,
  `https://api.paypal.com/v1/notifications/certs/`,
  `https://api.paypal.com/v1/oauth2/token`,
  `https://api.sandbox.paypal.com${path}`,
  `https://api.paypal.com.evil.example${path}`,
  'nonsense',
])('a certificate may not be at %s', (url) => {
  expect(isCertificateUrl(url, live)).toBe(false)
})

it('is fetched once, however many events name it at once and later', async () => {
  const host = await openHost()
  const fetchCertificate = createCertificateFetcher(noInstrumentation)
  const url = host.url('good')
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => fetchCertificate(url)))
  outcomes.push(await fetchCertificate(url))
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['certificate']))
  expect(host.asked()).toBe(1)
})

it('is fetched again after a temporary failure', async () => {
  const host = await openHost()
  const fetchCertificate = createCertificateFetcher(noInstrumentation)
  host.breakDown()
  expect((await fetchCertificate(host.url('good'))).outcome).toBe('unavailable')
  host.recover()
  expect((await fetchCertificate(host.url('good'))).outcome).toBe('certificate')
})

it('that PayPal does not have is forged', async () => {
  const host = await openHost()
  expect(await createCertificateFetcher(noInstrumentation)(host.url('unknown'))).toEqual({
    outcome: 'none',
  })
})

it('of PayPal still gets its turn while forgers name ever new ones', async () => {
  const host = await openHost()
  let now = 1_000_000
  const fetchCertificate = createCertificateFetcher(noInstrumentation, () => now)
  for (let name = 0; name < 100; name += 1) await fetchCertificate(host.url(`forged-${name}`))
  const flood = await Promise.all(
    Array.from({ length: 50 }, (_, name) => fetchCertificate(host.url(`flood-${name}`))),
  )
  expect(flood.filter(({ outcome }) => outcome === 'none')).toHaveLength(1)
  expect(host.asked()).toBe(101)
  expect((await fetchCertificate(host.url('good'))).outcome).toBe('certificate')

  now += 11 * 60 * 1000
  const later = await Promise.all(
    Array.from({ length: 5 }, (_, name) => fetchCertificate(host.url(`later-${name}`))),
  )
  expect(later.filter(({ outcome }) => outcome === 'none')).toHaveLength(5)
})

/** A fake of PayPal's host with one certificate, named `good`. */
async function openHost() {
  const { cert: certificate } = await createCertificate('messageverificationcerts.example')
  let asked = 0
  let broken = false
  const { origin } = await startAnsweringServer((request, response) => {
    asked += 1
    if (broken) response.writeHead(500).end()
    else if (request.url?.endsWith('/good')) response.end(certificate)
    else response.writeHead(404).end()
  })
  return {
    asked: () => asked,
    breakDown: () => (broken = true),
    recover: () => (broken = false),
    url: (name: string) => `${origin}/v1/notifications/certs/${name}`,
  }
}
