import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { lbCoreCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'

const chatConfig = z.looseObject({
  version: z.int(),
  prefixGroups: z.array(
    z.looseObject({
      prefix: z.string(),
      colorR: z.int(),
      colorG: z.int(),
      colorB: z.int(),
      members: z.array(z.string()),
    }),
  ),
})
const clanTagConfig = z.looseObject({
  version: z.int(),
  authorizedPlayers: z.array(
    z.looseObject({ steamid: z.string(), comment: z.string().default('') }),
  ),
})
const shapes = {
  'v1/Config/LBGroup/ChatConfig.json': chatConfig,
  'v1/Config/LBGroup/ClanTagColorChangePermissions.json': clanTagConfig,
} as const
type ConfigPath = keyof typeof shapes

/** The mod writes its own defaults for what a config leaves out. */
const groupDefaults = { permissionToApplyGroup: '' }
const playerDefaults = { remainingCount: -1 }

export interface LbConfigs {
  chat: z.output<typeof chatConfig>
  clan: z.output<typeof clanTagConfig>
}

/** LB Core as a mod of the running game server, with its two config files in memory. */
export interface LbCoreMod {
  readonly configs: LbConfigs
  /** Whether the owner blocked the routes about admins and files, as they should. */
  restrictedAccess: boolean
  /** Does what the text asks for, and returns the answer; null for a text that is no request. */
  handle(text: string): string | null
  reset(): void
}

export function createLbCoreMod(): LbCoreMod {
  let configs = initialConfigs()

  const store = (path: ConfigPath, text: string): string | null => {
    const parsed = shapes[path].safeParse(parseJson(text))
    if (!parsed.success) return 'JSON error: could not load the config'
    const chat = chatConfig.safeParse(parsed.data)
    const clan = clanTagConfig.safeParse(parsed.data)
    if (path === 'v1/Config/LBGroup/ChatConfig.json' && chat.success) {
      const prefixGroups = chat.data.prefixGroups.map((group) => ({ ...groupDefaults, ...group }))
      configs = { ...configs, chat: { ...chat.data, prefixGroups } }
    } else if (clan.success) {
      const authorizedPlayers = clan.data.authorizedPlayers.map((player) => ({
        ...playerDefaults,
        ...player,
      }))
      configs = { ...configs, clan: { ...clan.data, authorizedPlayers } }
    }
    return null
  }

  const mod: LbCoreMod = {
    get configs() {
      return configs
    },
    restrictedAccess: true,
    handle(text) {
      if (!text.startsWith('{')) return null
      const request = z.object({ route: z.string() }).safeParse(parseJson(text))
      if (!request.success) return answer(501, 'Could not read poll request')
      const { route } = request.data
      if (/^v1\/(?:admins|files)\//.test(route)) {
        return mod.restrictedAccess ? answer(403, 'Forbidden') : answer(200, 'OK', '[]')
      }
      const [, path, verb] = /^(.+)\/(get|set)$/.exec(route) ?? []
      if (!isConfigPath(path)) return answer(404, '')
      if (verb === 'set') {
        const error = store(path, cutData(text))
        return error === null ? answer(200, 'OK') : answer(501, error)
      }
      const config = path.endsWith('/ChatConfig.json') ? configs.chat : configs.clan
      return answer(200, 'OK', JSON.stringify(config, null, 4))
    },
    reset() {
      configs = initialConfigs()
      mod.restrictedAccess = true
    },
  }
  return mod
}

function isConfigPath(path: string | undefined): path is ConfigPath {
  return path !== undefined && path in shapes
}

/** As the mod does: it searches the text for the word, and does not parse it. */
function cutData(text: string): string {
  const word = text.indexOf('data')
  const colon = word < 0 ? -1 : text.indexOf(':', word)
  return colon < 0 ? '' : text.slice(colon + 1, text.lastIndexOf('}'))
}

function answer(code: number, message: string, data?: string): string {
  const head = JSON.stringify({ code, message })
  return data === undefined ? head : `${head.slice(0, -1)},"data":${data}}`
}

/** What an owner with some habits has there already. */
function initialConfigs(): LbConfigs {
  return {
    chat: {
      version: 7,
      enableGlobalChat: 1,
      prefixGroups: [
        {
          prefix: '[Admin] ',
          colorR: 255,
          colorG: 60,
          colorB: 60,
          members: ['76561198000000901'],
          permissionToApplyGroup: 'chat.prefix.admin',
        },
      ],
    },
    clan: {
      version: 1,
      deleteEmptyUses: 0,
      authorizedPlayers: [
        { steamid: '76561198000000902', comment: 'won the event in May', remainingCount: 1 },
      ],
    },
  }
}

/** LB Core's calls to the product: it asks for a request, does it, sends the answer, and asks again. */
interface LbCoreClient {
  isAsking(): boolean
  turn(on: boolean): void
}

const gamePort = 2302
/** As long as DayZ reads. */
const timeoutMs = 10_000
/** The real one asks again at once; here the product is starting or restarting. */
const pauseMs = 500

export function createLbCoreClient(
  { productOrigin, faults, log }: SandboxContext,
  mod: LbCoreMod,
): LbCoreClient {
  let asking: AbortController | null = null
  const address = `${productOrigin}/api/lb/${lbCoreCredentials.token}`

  async function post(call: string, id: number, body: string, signal: AbortSignal) {
    try {
      const response = await fetch(`${address}/${call}?id=${id}&port=${gamePort}`, {
        method: 'POST',
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const text = await response.text()
      return response.ok ? text : null
    } catch {
      return null
    }
  }

  async function askAlways(signal: AbortSignal): Promise<void> {
    // It counts anew after each start.
    for (let id = 1; !signal.aborted; id += 1) {
      const text = await post('poll', id, '', signal)
      const reply = text === null || signal.aborted ? null : mod.handle(text)
      if (reply !== null) {
        const isLost = faults.take('lb-core', 'answer-lost')
        log.add('lb-core', {
          kind: 'request',
          method: 'POST',
          path: /"route":"([^"]*)"/.exec(text ?? '')?.[1] ?? '',
          status: Number(/"code":(\d+)/.exec(reply)?.[1]),
          ...(isLost && { fault: 'answer-lost' }),
        })
        if (!isLost) await post('response', id, reply, signal)
      } else if (text === null || text === '') {
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return {
    isAsking: () => asking !== null,
    turn(on) {
      if (on === (asking !== null)) return
      asking?.abort()
      asking = on ? new AbortController() : null
      if (asking) void askAlways(asking.signal)
    },
  }
}
