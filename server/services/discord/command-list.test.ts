import { expect, it } from 'vitest'
import { listCommands } from './command-list.ts'
import type { Bot, BotRequest, BotResult } from '#server/providers/discord/bot.ts'
import { checkInteractions } from '#server/providers/discord/commands.ts'

const publicKey = 'ab'.repeat(32)
const address = 'https://shop.example/webhooks/discord'
const commands = listCommands()

/** What Discord has, with the parts of a command that it adds. */
function discord(has: {
  readonly commands?: unknown
  readonly key?: string
  readonly url?: string
}) {
  const changes: unknown[] = []
  const answers: Readonly<Record<string, unknown>> = {
    'fetch-application': {
      verify_key: has.key ?? publicKey,
      interactions_endpoint_url: has.url ?? address,
    },
    'list-commands': has.commands ?? [],
    'fetch-channel': { id: '1' },
  }
  const bot: Bot = <Answer>(request: BotRequest<Answer>): Promise<BotResult<Answer>> => {
    if (request.method !== 'GET') changes.push(request.body)
    const answer = request.shape.parse(answers[request.operation])
    return Promise.resolve({ outcome: 'ok', answer })
  }
  const check = async (isRegistering = true) => {
    const wanted = { applicationId: '1', publicKey, address, commands, isRegistering }
    const found = await checkInteractions(
      bot,
      { ...wanted, staffChannelId: '1' },
      new AbortController().signal,
    )
    return found.map(({ code }) => code)
  }
  return { check, changes }
}

const known = commands
  .map((command, index) => ({ ...command, id: String(index), version: '1', nsfw: false, type: 1 }))
  .toReversed()

it('registers the commands where Discord has others, and only then', async () => {
  const fresh = discord({})
  expect(await fresh.check()).toEqual([])
  expect(fresh.changes).toEqual([commands])
  const same = discord({ commands: known })
  expect(await same.check()).toEqual([])
  expect(same.changes).toEqual([])
  const renamed = known.map((command) => ({ ...command, name_localizations: { fr: 'autre' } }))
  const other = discord({ commands: renamed })
  expect(await other.check()).toEqual([])
  expect(other.changes).toEqual([commands])
})

it('changes nothing for a check of the settings', async () => {
  const { check, changes } = discord({})
  expect(await check(false)).toEqual(['commands_differ'])
  expect(changes).toEqual([])
})

it('finds another key and another address', async () => {
  expect(await discord({ commands: known, key: 'cd'.repeat(32) }).check()).toEqual([
    'public_key_wrong',
  ])
  expect(await discord({ commands: known, url: 'https://other.example/' }).check()).toEqual([
    'interactions_elsewhere',
  ])
})

it('names and describes every command as Discord requires', () => {
  const all = commands.flatMap((command) => [command, ...(command.options ?? [])])
  for (const {
    name,
    name_localizations: names,
    description,
    description_localizations: texts,
  } of all) {
    for (const one of [name, ...Object.values(names ?? {})]) {
      expect(one).toMatch(/^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$/u)
    }
    for (const one of [description, ...Object.values(texts ?? {})]) {
      expect(one.length).toBeLessThanOrEqual(100)
    }
    expect(Object.keys(names ?? {})).toEqual(['fr', 'en-US', 'en-GB', 'ru', 'es-ES', 'es-419'])
  }
})
