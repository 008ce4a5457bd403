import { connect, type Socket } from 'node:net'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const short = 'content-length: 100'
const chunked = 'transfer-encoding: chunked'

describeOnDatabase('a client that leaves before its body is complete', (_, create) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await create(), { LOG_LEVEL: 'info' })
  })

  const readMetrics = async () => (await fetch(`${shop.origin}/metrics`)).text()
  const readInProgress = async () =>
    Number(/^kryptonique_http_requests_in_progress (\d+)$/m.exec(await readMetrics())?.[1])

  /** Resolves once the server works on the request. */
  async function beginBody(path: string, length: string): Promise<Socket> {
    const { port, host } = new URL(shop.origin)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.resume()
    const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${length}`
    socket.write(`${head}\r\n\r\n${length === chunked ? '5\r\n{"cod\r\n' : '{"cod'}`)
    // The request that reads the figure is the second one.
    await expect.poll(readInProgress).toBe(2)
    return socket
  }

  it.each([
    ['JSON', '/api/beta/unlock', short, 'ends'],
    ['JSON', '/api/beta/unlock', short, 'breaks off'],
    ['chunks', '/api/beta/unlock', chunked, 'breaks off'],
    ['chunks', '/api/beta/unlock', chunked, 'writes garbage'],
    ['a large body', '/api/beta/unlock', 'content-length: 200000', 'breaks off'],
    ['an event of Stripe', '/webhooks/stripe', short, 'ends'],
    ['an event of PayPal', '/webhooks/paypal', short, 'breaks off'],
    ['a sign-in', '/api/auth/sign-in/social', short, 'ends'],
    ['a sign-in', '/api/auth/sign-in/social', chunked, 'breaks off'],
  ])('is not counted as our fault: %s at %s with %s, which %s', async (__, path, length, how) => {
    const socket = await beginBody(path, length)
    const linesBefore = shop.readLog().length
    if (how === 'ends') socket.end()
    else if (how === 'breaks off') socket.resetAndDestroy()
    else socket.write('zz\r\n')
    const readRequestLine = () =>
      shop
        .readLog()
        .slice(linesBefore)
        .find((line) => line.includes('"msg":"request"'))
    await expect.poll(readRequestLine).toBeDefined()
    expect(readRequestLine()).toContain('"level":30')
    expect(shop.readErrors()).toEqual([])
    expect(await readMetrics()).not.toMatch(
      /^kryptonique_http_requests_total\{.*status="(400|5..)/m,
    )
  })
})
