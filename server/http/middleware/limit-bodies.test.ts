import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'

const bodiesPerNetwork = 30
const path = '/api/beta/unlock'

describeOnDatabase('large bodies that do not end', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })

  /** Resolves once the server has let the request in, or refused it: its "continue" has arrived. */
  async function beginBody(network: string, target = path, bytes = 100_000): Promise<Socket> {
    const { port, host } = new URL(shop.origin)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const head = `POST ${target} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
    const length = `content-length: ${bytes}\r\nexpect: 100-continue\r\n`
    socket.write(`${head}x-forwarded-for: ${network}\r\n${length}\r\n{"code": "`)
    await once(socket, 'data')
    return socket
  }
  const sendFrom = async (network: string, code: string) =>
    (await shop.visitor().post(path, { code }, { 'x-forwarded-for': network })).body['code']

  it('are limited for one network without affecting others', async () => {
    const slots = Array.from({ length: bodiesPerNetwork })
    const sockets = await Promise.all(slots.map(() => beginBody('192.0.2.1')))
    const large = 'x'.repeat(20_000)
    expect(await sendFrom('192.0.2.1', large)).toBe('rate_limited')
    expect(await sendFrom('192.0.2.1', '00000000')).toBe('wrong_code')
    expect(await sendFrom('192.0.2.2', large)).toBe('validation_failed')
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => sendFrom('192.0.2.1', large)).toBe('validation_failed')
  })

  it('are fewer where they bring a buyer’s picture, which is larger', async () => {
    const messages = '/api/orders/00000000-0000-4000-8000-000000000001/messages'
    const sendPicture = async (network: string) =>
      (
        await shop
          .visitor()
          .post(messages, { picture: 'x'.repeat(300_000) }, { 'x-forwarded-for': network })
      ).body['code']
    const sockets = await Promise.all([1, 2].map(() => beginBody('192.0.2.3', messages, 1_000_000)))
    expect(await sendPicture('192.0.2.3')).toBe('rate_limited')
    expect(await sendPicture('192.0.2.4')).toBe('validation_failed')
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => sendPicture('192.0.2.3')).toBe('validation_failed')
  })
})
