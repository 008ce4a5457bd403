import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { languages } from '#contract/language.ts'
import { note, percentile, reportAtMost, reportExactly } from '#bench/report.ts'
import { discordCredentials } from '#sandbox/credentials.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { inParallel } from './calls.ts'
import { behindProxy, databaseSettings, defineStress, onDatabases } from './define-stress.ts'
import {
  forge,
  forgeries,
  staffId,
  writeInteraction,
  type Transmission,
} from './discord-interactions/transmissions.ts'
import { mostMillisecondsOfOthers, watchPages } from './watch-pages.ts'

/** Pages that other visitors open meanwhile. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings']
const quietMilliseconds = 5000
const forgeriesAtOnce = 32
const forgeriesPerReplay = 4
/** Discord waits no longer. */
const mostMilliseconds = 3000
/** For all answers that come later. */
const lateMilliseconds = 60_000
/** Discord sends what all people type from a few addresses. */
const addresses = ['203.0.113.5', '203.0.113.77', '203.0.113.141']

/** Of the calls by which answers come that were promised. */
const answersPath = `/webhooks/${discordCredentials.clientId}/`

/** What the product says when it can do nothing now. */
const failures = languages.map((language) => readMessageTexts(language)['discord-answers'].failed)

interface Sizes {
  readonly forgeries: number
  readonly interactions: number
  /** Of one interaction, at once. */
  readonly repetitions: number
}

/** Interactions of Discord: forged, many at once, and repeated. */
export const discordInteractions = defineStress(
  { forgeries: 10_000, interactions: 1000, repetitions: 100 },
  async (setting) => {
    await buildWebIfStale()
    const sizes = {
      forgeries: setting('forgeries'),
      interactions: setting('interactions'),
      repetitions: setting('repetitions'),
    }
    return onDatabases(async (location) => {
      const settings = { ...databaseSettings(location), ...behindProxy, ADMIN_DISCORD_IDS: staffId }
      const product = await startProduct(settings)
      let found: Awaited<ReturnType<typeof sendAll>>
      try {
        found = await sendAll(product, sizes)
      } finally {
        await product.stop()
      }
      return report(found, await readStoredIds(location))
    })
  },
)

async function sendAll({ origin, sandboxOrigin }: RunningProduct, sizes: Sizes) {
  const watch = <Result>(meanwhile: () => Promise<Result>) =>
    watchPages(
      pages.map((page) => origin + page),
      meanwhile,
      { isBehindProxy: true },
    )
  const known = writeInteraction(0)
  await send(origin, known)
  const quiet = await watch(() => sleep(quietMilliseconds))
  const forging = await watch(() => sendForgeries(origin, sizes.forgeries, known))
  const genuine = Array.from({ length: sizes.interactions }, (_, place) => writeInteraction(place))
  const crowd = await watch(async () => {
    const answers = await Promise.all(genuine.map((one) => send(origin, one)))
    const late = genuine.filter((_, place) => lateTypes.has(answers[place]?.type ?? 0))
    return { answers, late, sentLate: await readLate(sandboxOrigin, late) }
  })
  const one = writeInteraction(0)
  const copies = Array.from({ length: sizes.repetitions }, () => send(origin, one))
  return {
    quiet,
    forging,
    crowd,
    repeated: await Promise.all(copies),
    done: [known, ...genuine, one],
  }
}

interface Answer {
  /** Null without one. */
  readonly status: number | null
  readonly type: number | null
  readonly text: string
  readonly milliseconds: number
}

const answerBody = z.object({ type: z.int() })
/** The types of answers that only promise another one. */
const lateTypes: ReadonlySet<number> = new Set([5, 6])
let turns = 0

/** The time begins when all of it is on its way, however busy this process is. */
async function send(origin: string, { body, headers }: Transmission): Promise<Answer> {
  turns += 1
  const from = { 'x-forwarded-for': addresses[turns % addresses.length] ?? '' }
  const options = { 'content-type': 'application/json', ...headers, ...from }
  const { promise: response, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sending = request(`${origin}/webhooks/discord`, { method: 'POST', headers: options })
  let sentAt = performance.now()
  sending.once('finish', () => (sentAt = performance.now()))
  sending.once('response', resolve)
  sending.once('error', reject)
  sending.end(body)
  try {
    const { statusCode: status = null } = await response
    const answer = await text(await response)
    const milliseconds = performance.now() - sentAt
    const type = status === 200 ? answerBody.parse(JSON.parse(answer)).type : null
    return { status, type, text: answer, milliseconds }
  } catch {
    return { status: null, type: null, text: '', milliseconds: performance.now() - sentAt }
  }
}

/** Returns what was not refused, in words, and the ids that nothing may know. */
async function sendForgeries(origin: string, count: number, known: Transmission) {
  const accepted: string[] = []
  const ids = new Set<string>()
  const places = Array.from({ length: count }, (_, place) => place)
  await inParallel(places, forgeriesAtOnce, async (place) => {
    const isReplay = place % forgeriesPerReplay === 0
    const forgery = isReplay ? known : forge(ids.size)
    if (!isReplay) ids.add(forgery.id)
    const { status, type } = await send(origin, forgery)
    // Before its turn, a replay may get the promise of an answer, which never comes.
    const isNoAnswer = status === 204 || lateTypes.has(type ?? 0)
    const isRefused = status === 401 || (isReplay && isNoAnswer)
    if (!isRefused) accepted.push(`${JSON.stringify(forgery)}: ${status}`)
  })
  return { accepted, ids }
}

/** The calls by which the answers came that were promised; repeated ones as often as they came. */
async function readLate(sandboxOrigin: string, late: readonly Transmission[]) {
  const sandbox = createSandboxControl(sandboxOrigin)
  const read = async () => {
    const log = await sandbox.readLog('discord')
    return log.flatMap(({ path }) =>
      typeof path === 'string' && path.includes(answersPath) ? [path] : [],
    )
  }
  const until = performance.now() + lateMilliseconds
  let paths = await read()
  const isMissing = ({ token }: Transmission) => !paths.some((path) => path.includes(token))
  while (late.some(isMissing) && performance.now() < until) {
    await sleep(1000)
    paths = await read()
  }
  // A repetition would come soon after.
  await sleep(2000)
  return read()
}

/** The ids that the product has stored. */
async function readStoredIds(location: DatabaseLocation) {
  const { db, close } = await openDatabase(location, () => undefined)
  try {
    const keys = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('scope', '=', 'discord_interaction')
      .execute()
    return new Set(keys.map(({ key }) => key))
  } finally {
    await close()
  }
}

function report(
  { quiet, forging, crowd, repeated, done }: Awaited<ReturnType<typeof sendAll>>,
  stored: ReadonlySet<string>,
): boolean {
  const { accepted, ids: forged } = forging.result
  const { answers, late, sentLate } = crowd.result
  const notNow = answers.filter((answer) => failures.some((words) => answer.text.includes(words)))
  const times = answers.map(({ milliseconds }) => milliseconds)
  note(
    `${forged.size} forgeries in ${Object.keys(forgeries).length} ways, and replays; ${answers.length} at once, ${late.length} of them answered later, ${notNow.length} with “not now”; half of them within ${percentile(times, 0.5).toFixed(0)} ms; others’ p99 ${quiet.p99Milliseconds.toFixed(0)} ms before`,
  )
  for (const words of [...accepted, ...forging.faults, ...crowd.faults].slice(0, 10)) note(words)
  const limit = mostMillisecondsOfOthers(quiet)
  return [
    reportExactly('forgeries accepted', accepted.length),
    reportExactly('forgeries that left a trace', [...stored].filter((id) => forged.has(id)).length),
    reportAtMost('others’ p99 while forged', forging.p99Milliseconds, limit, 'ms'),
    reportExactly(
      'of many at once not answered',
      answers.filter(({ type }) => type === null).length,
    ),
    reportAtMost('the longest answer of many at once', Math.max(...times), mostMilliseconds, 'ms'),
    reportExactly(
      'promised answers that did not come, or twice',
      late.filter(({ token }) => sentLate.filter((path) => path.includes(token)).length !== 1)
        .length,
    ),
    reportExactly('genuine ones not stored', done.filter(({ id }) => !stored.has(id)).length),
    reportAtMost('others’ p99 while many come at once', crowd.p99Milliseconds, limit, 'ms'),
    reportExactly('answers that others did not get', forging.failures + crowd.failures),
    reportExactly(
      'answers to one that came many times at once',
      repeated.filter(({ status }) => status === 200).length,
      1,
    ),
    reportExactly(
      'of its repetitions neither answered nor refused',
      repeated.filter(({ status }) => status !== 200 && status !== 204).length,
    ),
  ].every(Boolean)
}
