import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { settingNames } from '#server/app/config.ts'
import { listExampleSettings } from '#test/repo-rules/settings.ts'
import { root } from '#test/repo-rules/source-files.ts'

const readDeployed = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8')

const text = readDeployed('compose.yaml')
const composed: unknown = parse(text)
const networks = z.union([z.array(z.string()), z.record(z.string(), z.unknown())])
const service = z.object({
  image: z.string(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  networks: networks.transform((named) => (Array.isArray(named) ? named : Object.keys(named))),
  ports: z.array(z.string()).optional(),
  restart: z.string(),
  stop_grace_period: z.string(),
  mem_limit: z.string(),
})
const { services, networks: declared } = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  })
  .parse(composed)
const apps = Object.entries(services).filter(([name]) => name.startsWith('app-'))

describe('deploy/compose.yaml', () => {
  it('is a compose file by the published schema', () => {
    const schema = readFileSync(path.join(root, 'test/schemas/compose.json'), 'utf8')
    const schemas = new Ajv2019({ strict: false, validateFormats: false })
    // The schema uses the `id` of an older draft.
    const check = schemas.removeKeyword('id').compile(JSON.parse(schema))
    check(composed)
    expect(check.errors).toBeNull()
    expect(check({ services: { shop: { restarts: 'always' } } })).toBe(false)
  })

  it('needs exactly the values that deploy/.env.example lists', () => {
    const asked = [...text.matchAll(/\$\{(\w+)(:\?)?\}/g)]
    const listed = listExampleSettings(readDeployed('.env.example'))
    expect(new Set(asked.map(([, name]) => name))).toEqual(new Set(listed))
    expect(asked.filter(([, , required]) => required === undefined)).toEqual([])
  })

  it('has two processes with existing settings, from the file that the README names', () => {
    expect(apps.map(([name]) => name)).toEqual(['app-1', 'app-2'])
    for (const [, { environment, env_file }] of apps) {
      expect(settingNames).toEqual(expect.arrayContaining(Object.keys(environment)))
      expect(env_file).toBe('../.env')
    }
  })

  it('pins every image that is not its own', () => {
    const images = Object.values(services).map(({ image }) => image)
    const loose = images.filter((image) => !/:\d+\.\d+(\.\d+)?-/.test(image))
    expect([...new Set(loose)]).toEqual(['kryptonique:local'])
  })

  it('opens ports of the proxy alone, and keeps the database in a network without a way out', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
    expect(services['postgres']?.networks).toEqual(['back'])
    expect(declared['back']?.internal).toBe(true)
    expect(services['proxy']?.networks).not.toContain('back')
  })

  it('trusts the proxy’s own address and no other', () => {
    const proxyAddress = z
      .object({
        services: z.object({
          proxy: z.object({ networks: z.object({ front: z.object({ ipv4_address: z.ipv4() }) }) }),
        }),
      })
      .parse(composed).services.proxy.networks.front.ipv4_address
    for (const [, { environment }] of apps) {
      expect(environment['TRUSTED_PROXIES']).toBe(proxyAddress)
    }
  })

  it('restarts after a crash, and allows each the time that the server takes to stop', () => {
    for (const { restart, stop_grace_period } of Object.values(services)) {
      expect(restart).toBe('unless-stopped')
      expect(Number.parseInt(stop_grace_period)).toBeGreaterThanOrEqual(30)
    }
  })
})

describe('deploy/Caddyfile', () => {
  const caddyfile = readDeployed('Caddyfile')

  it('leads to the processes of compose.yaml, under the domain of its settings', () => {
    const [, upstreams] = /^\treverse_proxy (.+) \{$/m.exec(caddyfile) ?? []
    const port = apps[0]?.[1].environment['PORT']
    expect(upstreams).toBe(apps.map(([name]) => `${name}:${port}`).join(' '))
    const names = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(services['proxy']?.environment ?? {})).toEqual(names)
  })

  it('keeps the figures inside', () => {
    expect(caddyfile).toMatch(/@metrics path \/metrics .*\n\trespond @metrics 404\n/)
  })
})
