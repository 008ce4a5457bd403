import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ssh2 from 'ssh2'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  battleMetricsCredentials,
  gameMachineCredentials,
  lbCoreCredentials,
} from '#sandbox/credentials.ts'
import { faults, readConfig } from '#test/config.ts'
import { productionSettings as production } from '#test/factories/settings.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'

const battlemetrics = { BATTLEMETRICS_SERVER_ID: '12345678', BATTLEMETRICS_TOKEN: 'token' }
const a2s = { GAME_SERVER_ADDRESS: '203.0.113.7:27016' }
const asksBattleMetrics = {
  source: 'battlemetrics',
  serverId: '12345678',
  token: 'token',
  apiOrigin: 'https://api.battlemetrics.com',
}
const asksGameServer = { source: 'a2s', host: '203.0.113.7', port: 27_016 }

it.each([
  [battlemetrics, asksBattleMetrics],
  [{ ...battlemetrics, GAME_SERVER_SOURCE: 'battlemetrics' }, asksBattleMetrics],
  [{ ...battlemetrics, ...a2s, GAME_SERVER_SOURCE: 'battlemetrics' }, asksBattleMetrics],
  [a2s, asksGameServer],
  [{ ...battlemetrics, ...a2s, GAME_SERVER_SOURCE: 'a2s' }, asksGameServer],
  [{ GAME_SERVER_ADDRESS: 'localhost:27016' }, { ...asksGameServer, host: 'localhost' }],
  [{}, null],
])('in production with %o the status comes from %o', (settings, expected) => {
  expect(readConfig({ ...production, ...settings }).gameServer).toEqual(expected)
})

it('the status comes from a running sandbox when no source is set', () => {
  expect(readConfig({}).gameServer).toEqual({
    source: 'battlemetrics',
    serverId: battleMetricsCredentials.serverId,
    token: battleMetricsCredentials.token,
    apiOrigin: 'http://127.0.0.1:3001',
  })
  expect(readConfig({ GAME_SERVER_SOURCE: 'a2s' }).gameServer).toEqual({
    source: 'a2s',
    host: '127.0.0.1',
    port: 3001,
  })
  expect(readConfig(battlemetrics).gameServer).toEqual(asksBattleMetrics)
})

it.each([
  [{ GAME_SERVER_SOURCE: 'battlemetrics' }, 'BATTLEMETRICS_SERVER_ID'],
  [{ GAME_SERVER_SOURCE: 'a2s' }, 'GAME_SERVER_ADDRESS'],
  [{ ...a2s, GAME_SERVER_SOURCE: 'battlemetrics' }, 'BATTLEMETRICS_SERVER_ID'],
  [{ ...battlemetrics, GAME_SERVER_SOURCE: 'a2s' }, 'GAME_SERVER_ADDRESS'],
])('does not start in production with %o: %s is missing', (settings, name) => {
  expect(faults({ ...production, ...settings })).toMatch(
    new RegExp(`^${name} must be set too: GAME_SERVER_SOURCE is [^\n]+$`),
  )
})

it('the status has one source', () => {
  for (const others of [{}, production]) {
    expect(faults({ ...others, ...battlemetrics, ...a2s })).toMatch(/^GAME_SERVER_SOURCE must name/)
  }
})

it.each(['203.0.113.7', '203.0.113.7:0', '203.0.113.7:65536', 'http://a:1', '[::1]:27016', ':1'])(
  'the address %s is refused',
  (GAME_SERVER_ADDRESS) => {
    expect(faults({ GAME_SERVER_ADDRESS })).toMatch(/^GAME_SERVER_ADDRESS: must be host and/)
  },
)

it.each([
  ['BATTLEMETRICS_SERVER_ID', '../users'],
  ['BATTLEMETRICS_TOKEN', 'two\nlines'],
])('refuses %s=%j by name', (name, value) => {
  expect(faults({ ...battlemetrics, [name]: value })).toMatch(new RegExp(`^${name}: must be `))
})

describe('the file of the priority queue', () => {
  const pullToken = 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G'
  const address = 'sftp://dayz:p%40ss@game.example:2022/dayz/priority.txt'

  it('is that of the owner, or of a running sandbox', () => {
    expect(readConfig({ ...production, PRIORITY_FILE: address })).toMatchObject({
      priorityFile: {
        address: {
          kind: 'sftp',
          machine: { host: 'game.example', port: 2022, user: 'dayz', password: 'p@ss' },
          path: '/dayz/priority.txt',
        },
        format: 'semicolon',
        hostKey: null,
        isSandbox: false,
      },
    })
    expect(readConfig({ SANDBOX_PORT: '3011' })).toMatchObject({
      priorityFile: {
        address: { machine: { host: '127.0.0.1', port: 3011, ...gameMachineCredentials } },
        isSandbox: true,
      },
      priorityPullToken: null,
    })
    expect(readConfig(production).priorityFile).toBeNull()
    expect(readConfig({ PRIORITY_PULL_TOKEN: pullToken })).toMatchObject({
      priorityFile: null,
      priorityPullToken: pullToken,
    })
  })

  it.each([
    '/srv/dayz/priority.txt',
    String.raw`D:\dayz\priority.txt`,
    String.raw`\\machine\dayz\priority.txt`,
    'ftps://a:b@host/priority.txt',
  ])('may be at %s', (place) => {
    expect(faults({ ...production, PRIORITY_FILE: place })).toBe('')
  })

  it.each([
    'priority.txt',
    '/srv/dayz/',
    '/srv/dayz/ban.txt',
    'sftp://user:secret-1@host/whitelist.txt',
    'sftp://user:secret#1@host/priority.txt',
    'ftp://host/priority.txt',
    'ftps://user@host/priority.txt',
    'http://user:secret-1@host/priority.txt',
  ])('may not be at %s, which the fault does not repeat', (place) => {
    const sentences = faults({ ...production, PRIORITY_FILE: place })
    expect(sentences).toMatch(/^PRIORITY_FILE: must be the whole path of priority\.txt/)
    expect(sentences).not.toContain('secret')
  })

  it.each([
    [
      { PRIORITY_FILE: address, PRIORITY_PULL_TOKEN: pullToken },
      'PRIORITY_FILE and PRIORITY_PULL_TOKEN must not both be set: either we write the file, or the game’s machine fetches it.',
    ],
    [
      {
        PRIORITY_FILE: '/srv/dayz/priority.txt',
        PRIORITY_FILE_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
      },
      'PRIORITY_FILE_HOST_KEY is not used without an sftp:// or ftps:// address in PRIORITY_FILE: set that too, or remove it.',
    ],
    [
      { PRIORITY_FILE: address, PRIORITY_FILE_HOST_KEY: 'MD5:00:11' },
      'PRIORITY_FILE_HOST_KEY: must be a SHA-256 fingerprint, such as SHA256:… of ssh-keygen -lf',
    ],
    [
      { PRIORITY_PULL_TOKEN: 'too-short' },
      'PRIORITY_PULL_TOKEN: must be one word of at least 32 characters',
    ],
    [
      { PRIORITY_PULL_TOKEN: 'a'.repeat(32) },
      'PRIORITY_PULL_TOKEN must not be a token that can be guessed: take what “openssl rand -hex 32” prints.',
    ],
  ])('with %o is refused', (settings, sentence) => {
    expect(faults({ ...production, ...settings })).toBe(sentence)
  })
})

describe('the key to the machine of the priority queue', () => {
  const PRIORITY_FILE = 'sftp://dayz@game.example/dayz/priority.txt'
  const { private: key, public: publicKey } = ssh2.utils.generateKeyPairSync('ecdsa', {
    bits: 256,
  })
  const withKey = (sshKey: string) =>
    faults({ ...production, PRIORITY_FILE, PRIORITY_FILE_SSH_KEY: sshKey })

  it('is a file or its text, on one line as well, and stands in for the password', () => {
    const file = path.join(makeTemporaryFolder('key-'), 'shop_key')
    writeFileSync(file, key)
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }))
    for (const sshKey of [file, key, key.replaceAll('\n', String.raw`\n`)]) {
      const settings = { ...production, PRIORITY_FILE, PRIORITY_FILE_SSH_KEY: sshKey }
      expect(readConfig(settings)).toMatchObject({
        priorityFile: { sshKey: expect.stringContaining(key.trim()) },
      })
    }
  })

  it('is refused with what is wrong with it, which quotes nothing of it', () => {
    const locked = ssh2.utils.generateKeyPairSync('ecdsa', {
      bits: 256,
      passphrase: 'sesame',
      cipher: 'aes256-ctr',
      rounds: 1,
    })
    const sentences = [
      ['/nowhere/shop_key', 'names a file that cannot be read'],
      [publicKey, 'is a public key: the private one is needed, which has no .pub in its name'],
      [key.slice(0, 200), 'must be a private key as ssh-keygen makes it, or the path of its file'],
      [
        locked.private,
        'is a key with a passphrase, which nobody could type here: make one without',
      ],
    ] as const
    for (const [sshKey, problem] of sentences) {
      expect(withKey(sshKey)).toBe(`PRIORITY_FILE_SSH_KEY: ${problem}`)
    }
  })

  it('is needed without a password, and only by SFTP', () => {
    expect(faults({ ...production, PRIORITY_FILE })).toBe(
      'PRIORITY_FILE has an sftp:// address without a password: add it, or set PRIORITY_FILE_SSH_KEY.',
    )
    const local = { PRIORITY_FILE: '/srv/dayz/priority.txt', PRIORITY_FILE_SSH_KEY: key }
    expect(faults({ ...production, ...local })).toBe(
      'PRIORITY_FILE_SSH_KEY is not used without an sftp:// address in PRIORITY_FILE: set that too, or remove it.',
    )
  })
})

describe('CFTools', () => {
  const keys = {
    CFTOOLS_APPLICATION_ID: '5f0000000000000000000009',
    CFTOOLS_SECRET: 'secret',
    CFTOOLS_SERVER_ID: '28d94fe2-7dc1-4508-a906-65f7a2431171',
  }

  it('keeps the queue instead of a file, and as the sandbox only by its address', () => {
    const owners = { secret: 'secret', apiOrigin: 'https://data.cftools.cloud', isSandbox: false }
    expect(readConfig({ ...production, ...keys }).cftools).toMatchObject(owners)
    expect(readConfig(keys)).toMatchObject({ cftools: owners, priorityFile: null })
    const played = { ...keys, CFTOOLS_BASE_URL: 'http://127.0.0.1:3001' }
    expect(readConfig(played).cftools).toMatchObject({ isSandbox: true })
    expect(readConfig({}).cftools).toBeNull()
  })

  it.each([
    [{ PRIORITY_FILE: '/srv/dayz/priority.txt' }, 'PRIORITY_FILE'],
    [{ PRIORITY_PULL_TOKEN: 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G' }, 'PRIORITY_PULL_TOKEN'],
  ])('with %o is refused', (settings, name) => {
    expect(faults({ ...production, ...keys, ...settings })).toBe(
      `${name} and CFTOOLS_APPLICATION_ID must not both be set: either the game reads a file, or CFTools keeps the queue.`,
    )
  })

  it('gets as many calls about the queue in a minute as the owner has seen to work', () => {
    expect(readConfig(keys).cftools).toMatchObject({ limits: { queue: 20 } })
    const set = (calls: string) => ({ ...keys, CFTOOLS_QUEUE_CALLS: calls })
    expect(readConfig(set('60')).cftools).toMatchObject({ limits: { queue: 60 } })
    for (const calls of ['9', '1001', 'many']) {
      expect(faults(set(calls))).toContain('CFTOOLS_QUEUE_CALLS')
    }
  })

  it('is refused by an address that others can read on the way', () => {
    const settings = { ...production, ...keys, CFTOOLS_BASE_URL: 'http://cftools.example' }
    expect(faults(settings)).toBe('CFTOOLS_BASE_URL must begin with https:// in production.')
  })
})

describe('the token of LB Core', () => {
  const token = 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G'

  it('is that of the owner, or of a running sandbox', () => {
    const owners = { token, isSandbox: false }
    expect(readConfig({ ...production, LB_CORE_TOKEN: token }).lbCore).toEqual(owners)
    expect(readConfig({}).lbCore).toEqual({ ...lbCoreCredentials, isSandbox: true })
    expect(readConfig(production).lbCore).toBeNull()
  })

  it.each([
    [token.slice(1), 'LB_CORE_TOKEN: must be at least 32 letters, digits, - and _'],
    [`${token}/x`, 'LB_CORE_TOKEN: must be at least 32 letters, digits, - and _'],
    [lbCoreCredentials.token, "LB_CORE_TOKEN must not be the demo's, which is public."],
    [
      'a'.repeat(32),
      'LB_CORE_TOKEN must not be a token that can be guessed: take what “openssl rand -hex 32” prints.',
    ],
  ])('is refused when it is %s', (value, sentence) => {
    expect(faults({ ...production, LB_CORE_TOKEN: value })).toBe(sentence)
  })
})

describe('demo data', () => {
  it('is made where the sandbox plays every provider, unless it is switched off', () => {
    expect(readConfig({}).demoData).toBe(true)
    expect(readConfig({ DEMO_DATA: 'false' }).demoData).toBe(false)
    expect(readConfig({ GAME_SERVER_ADDRESS: '203.0.113.7:27016' }).demoData).toBe(false)
    expect(readConfig(production).demoData).toBe(false)
    expect(readConfig({ ...production, DEMO_DATA: 'false' }).demoData).toBe(false)
  })

  it('is refused among real orders, and by real providers', () => {
    expect(faults({ ...production, DEMO_DATA: 'true' })).toContain(
      'DEMO_DATA must not be true in production',
    )
    expect(faults({ DEMO_DATA: 'true', GAME_SERVER_ADDRESS: '203.0.113.7:27016' })).toContain(
      'DEMO_DATA must not be true unless the sandbox plays every provider',
    )
  })
})
