import { setTimeout as sleep } from 'node:timers/promises'
import type { Interaction } from '#server/providers/discord/interactions.ts'
import type { InteractionAnswer } from '#server/providers/discord/message.ts'
import { hashRequest, isFirst } from '#server/services/idempotency.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { readAsker, type Asker, type Command, type DiscordServices } from './asker.ts'
import { showKr, showPerks, showServer, showShop } from './player-commands.ts'
import { pressStaffButton, showPlayer } from './staff-commands.ts'
import { searchTeam, turnTeamPage } from './team-command.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['server', { isPrivate: false, run: showServer }],
  ['perks', { isPrivate: true, run: showPerks }],
  ['kr', { isPrivate: true, run: showKr }],
  // In the open, a press on its page buttons would turn the page for everybody.
  ['team', { isPrivate: true, run: searchTeam }],
  ['shop', { isPrivate: false, run: showShop }],
  ['player', { isPrivate: true, run: showPlayer }],
])

type Press = (
  services: DiscordServices,
  asker: Asker,
  parts: readonly string[],
) => Promise<InteractionAnswer>

/** By what the id of a button begins with. */
const presses: ReadonlyMap<string, Press> = new Map<string, Press>([
  ['staff', pressStaffButton],
  ['team', async (...press) => ({ kind: 'update', message: await turnTeamPage(...press) })],
])

/** So few that a crowd in Discord leaves the database to the visitors of the site. */
const mostAtOnce = 4
let underWay = 0
/** A few megabytes, and twice the crowd that the stress run answers. */
const mostWaiting = 2000
const waiting: (() => void)[] = []

/** Runs work after what came before it, a few at once. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay < mostAtOnce) underWay += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

/** Discord takes an answer for fifteen minutes. */
const answerableMilliseconds = 14 * 60_000

/** Discord waits for three seconds, and the way there takes some of them. */
const patienceMilliseconds = 2000

function waitForPatience(): Promise<'late'> {
  return sleep(patienceMilliseconds, 'late', { ref: false })
}

/**
 * Does what somebody asks for in Discord, once, also when the same request comes again: then the answer
 * is null. What takes longer than Discord waits is sent later.
 */
export async function answerInteraction(
  services: DiscordServices,
  interaction: Interaction,
  isLate: Promise<'late'> = waitForPatience(),
): Promise<InteractionAnswer | null> {
  if (interaction.type === 1) return { kind: 'pong' }
  const asker = readAsker(interaction)
  if (!asker) return null
  if (waiting.length >= mostWaiting) return refusal(asker.texts.failed)
  const command = commands.get(interaction.data?.name ?? '')
  const askedAt = performance.now()
  const work = inTurn(async () =>
    performance.now() - askedAt < answerableMilliseconds
      ? doWork(services, asker, command, interaction)
      : null,
  )
  const answer = await Promise.race([work, isLate])
  if (answer !== 'late') return answer
  void work.then((late) => late && sendLate(services, interaction, late))
  return command ? { kind: 'later', isPrivate: command.isPrivate } : { kind: 'update later' }
}

/** Never rejects. */
async function doWork(
  services: DiscordServices,
  asker: Asker,
  command: Command | undefined,
  { id: key, data: { options = [], custom_id: buttonId = '' } = {} }: Interaction,
): Promise<InteractionAnswer | null> {
  const [kind = '', ...parts] = buttonId.split(':')
  const press = presses.get(kind)
  const request = { scope: 'discord_interaction', key, requestHash: hashRequest(key) }
  try {
    const isNew = await isFirst(services.database.db, { ...request, now: services.clock() })
    if (!isNew) return null
    if (command) {
      const given = new Map(options.map(({ name, value }) => [name, value]))
      const message = await command.run(services, asker, given)
      return { kind: 'message', isPrivate: command.isPrivate, message }
    }
    if (press) return await press(services, asker, parts)
    return refusal(asker.texts.unknown)
  } catch (error) {
    return refusal(explain(services, asker, error))
  }
}

function refusal(text: string): InteractionAnswer {
  return { kind: 'message', isPrivate: true, message: { text } }
}

function explain({ log }: DiscordServices, { texts }: Asker, error: unknown): string {
  if (!(error instanceof ServiceError)) {
    log.error({ err: error }, 'an interaction failed')
    return texts.failed
  }
  if (error.code === 'forbidden') return texts.forbidden
  return error.code === 'database_unavailable' ? texts.failed : texts.changed
}

/** A refused press leaves the message of the button as it is. */
async function sendLate(
  { interactions }: DiscordServices,
  interaction: Interaction,
  answer: InteractionAnswer,
): Promise<void> {
  if (!('message' in answer)) return
  const isBeside = answer.kind === 'message' && interaction.type === 3
  await interactions.send(interaction, answer.message, isBeside ? 'beside' : 'instead')
}
