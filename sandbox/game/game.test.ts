import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import { gameMachineCredentials, lbCoreCredentials } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/server.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { startAnsweringServer } from '#test/answering-server.ts'

const foreign = '76561198000000913'

async function connect(
  { origin }: Pick<Fixture, 'origin'>,
  password: string = gameMachineCredentials.password,
) {
  const connection = new ssh2.Client()
  connection.on('error', () => undefined)
  onTestFinished(() => void connection.end())
  const { hostname, port } = new URL(origin)
  let key = ''
  connection.connect({
    host: hostname,
    port: Number(port),
    username: gameMachineCredentials.user,
    password,
    hostVerifier: (hash: Buffer) => {
      key = hash.toString('base64')
      return true
    },
  })
  await once(connection, 'ready')
  const client = await promisify(connection.sftp.bind(connection))()
  return { client, key }
}

const read = async (client: SFTPWrapper, name: string) =>
  (await buffer(client.createReadStream(name))).toString()

async function write(client: SFTPWrapper, name: string, bytes: Buffer) {
  const stream = client.createWriteStream(name)
  stream.end(bytes)
  await once(stream, 'close')
}

const readGame = async ({ origin }: Pick<Fixture, 'origin'>) =>
  (await fetch(`${origin}/_sandbox/game`)).json()

test('its file is there by SFTP, at the port of everything else, until it is reset', async () => {
  const fixture = await startFixture()
  const { client } = await connect(fixture)
  expect(await read(client, '/priority.txt')).toContain(foreign)
  await write(client, '/priority.txt', Buffer.from('76561198000000001'))
  expect(await readGame(fixture)).toMatchObject({
    priorityFile: '76561198000000001',
    queue: [],
    prefixGroups: [{ prefix: '[Admin] ' }],
    clanTagPlayers: [{ remainingCount: 1 }],
    roles: [],
  })
  await fixture.control('reset', {})
  expect(await readGame(fixture)).toMatchObject({ priorityFile: expect.stringContaining(foreign) })
})

test('its machine has the same key after a restart', async () => {
  const [one, other] = [await connect(await startFixture()), await connect(await startFixture())]
  expect(one.key).not.toBe('')
  expect(other.key).toBe(one.key)
})

test('its machine fails as often as it is told to', async () => {
  const fixture = await startFixture()
  const fail = (kind: string, times = 1) =>
    fixture.control('faults', { provider: 'priority-file', kind, times })
  const { client, key } = await connect(fixture)
  const draft = '/priority.txt.draft'
  const bytes = Buffer.from('76561198000000001')

  await fail('upload-cut')
  await write(client, draft, bytes)
  expect(await read(client, draft)).toBe('76561198')
  await fail('foreign-write')
  await write(client, draft, bytes)
  expect(await readGame(fixture)).toMatchObject({
    priorityFile: expect.stringMatching(/;76561198999999999$/),
  })
  const rename = promisify(client.rename.bind(client))
  await fail('rename-refused')
  await expect(rename(draft, '/priority.txt')).rejects.toThrow('file exists')
  await fail('stale-read')
  await rename(draft, '/priority.txt')
  expect(await read(client, '/priority.txt')).toContain(foreign)
  expect(await read(client, '/priority.txt')).toBe('76561198000000001')
  await fail('disk-full')
  const full = client.createWriteStream(draft, { autoClose: false })
  full.end(bytes)
  await expect(finished(full)).rejects.toThrow('No space left')

  await fail('password-changed')
  await expect(connect(fixture)).rejects.toThrow('authentication')
  await fail('host-key-changed')
  expect((await connect(fixture)).key).not.toBe(key)
  expect((await connect(fixture)).key).toBe(key)
  expect(await (await fetch(`${fixture.origin}/_sandbox/faults`)).json()).toEqual([])
  const log = await (await fetch(`${fixture.origin}/_sandbox/log?provider=priority-file`)).json()
  expect(log).toHaveLength(7)
})

test.each([
  { provider: 'priority-file', kind: '500' },
  { provider: 'paypal', kind: 'disk-full' },
  { provider: 'lb-core', kind: 'webhook-lost' },
])('the fault %j is refused', async (fault) => {
  const fixture = await startFixture()
  expect((await fixture.control('faults', fault)).status).toBe(422)
})

test('LB Core asks for requests, does them and sends what came of it', async () => {
  const requests = ['', 'no request', '{"route":"v1/Config/LBGroup/ChatConfig.json/get","data":{}}']
  const calls: string[] = []
  const { origin: productOrigin } = await startAnsweringServer((request, response) => {
    void text(request).then((body) => {
      calls.push(`${request.url ?? ''} ${body}`)
      const isPoll = request.url?.includes('/poll?') ?? false
      // Nothing more to do: it stays on the line.
      if (!isPoll) response.end()
      else if (requests.length > 0) response.end(requests.shift())
    })
  })
  const sandbox = await startSandbox({ port: 0, productOrigin, asksProduct: true })
  onTestFinished(() => sandbox.close())
  await expect.poll(() => calls.length).toBe(5)
  const path = `/api/lb/${lbCoreCredentials.token}`
  expect(calls.map((call) => call.replace(/ .+/s, ' …'))).toEqual([
    `${path}/poll?id=1&port=2302 `,
    `${path}/poll?id=2&port=2302 `,
    `${path}/poll?id=3&port=2302 `,
    `${path}/response?id=3&port=2302 …`,
    `${path}/poll?id=4&port=2302 `,
  ])
  expect(calls[3]).toContain('{"code":200,"message":"OK","data":{')
  const log = await (await fetch(`${sandbox.origin}/_sandbox/log?provider=lb-core`)).json()
  expect(log).toMatchObject([{ path: 'v1/Config/LBGroup/ChatConfig.json/get', status: 200 }])
})
