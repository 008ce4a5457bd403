import { z } from 'zod'
import type { LbAnswer, LbGame } from '#server/providers/lb-core/lb-core.ts'
import { cleanText, parseJson } from '#domain/provider-text.ts'
import type { Database } from '#server/db/database.ts'
import type { Services } from '#server/services/context.ts'

/** A call by which the game server fetches a request. Its numbers begin anew each time the game starts. */
export interface LbPoll {
  readonly id: number
  readonly port: number
}

/** Holds the requests for a game server that fetches them here, from whichever process it reaches. */
export interface LbMailbox {
  readonly game: LbGame
  /** Waits for a request, and returns its text; null when none came in time, or the caller has left. */
  poll(poll: LbPoll, left: AbortSignal): Promise<string | null>
  /**
   * Keeps what the game sent back for the request that it got by this poll, or, under another number,
   * for the only one that it is at.
   */
  answer(poll: LbPoll, text: string): Promise<void>
  /** Aborted by `stop`. */
  readonly stopped: AbortSignal
  /** Ends all waiting calls; the game polls again after the restart. */
  stop(): void
}

interface Times {
  /**
   * DayZ stops reading after 10 seconds, also when a busy process answers late, and polls again at
   * once after any answer.
   */
  readonly holdMs: number
  /** How soon a request or answer of another process is seen. */
  readonly lookMs: number
  /** A running game polls at least every 10 seconds. */
  readonly untilAskedMs: number
  readonly untilAnsweredMs: number
}

function defaultTimes(kind: Database['kind']): Times {
  return {
    holdMs: 6000,
    // The embedded database has no other process.
    lookMs: kind === 'embedded' ? 6000 : 2000,
    untilAskedMs: 15_000,
    untilAnsweredMs: 15_000,
  }
}

const keptMs = 60 * 60_000

export function createLbMailbox(
  { database: { db, kind }, clock }: Pick<Services, 'database' | 'clock'>,
  { holdMs, lookMs, untilAskedMs, untilAnsweredMs }: Times = defaultTimes(kind),
): LbMailbox {
  const stopping = new AbortController()
  const stopped = stopping.signal
  const waiting = new Set<() => void>()
  let newsCount = 0

  const announce = (): void => {
    newsCount += 1
    for (const wake of waiting) wake()
  }
  const ago = (ms: number): Date => new Date(clock().getTime() - ms)

  /** Waits for news of this process since the count, or until it is time to look for that of others. */
  async function untilNews(since: number, left: AbortSignal): Promise<void> {
    if (newsCount !== since || left.aborted) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const wake = (): void => resolve(undefined)
    const timer = setTimeout(wake, lookMs)
    waiting.add(wake)
    left.addEventListener('abort', wake)
    await promise
    clearTimeout(timer)
    waiting.delete(wake)
    left.removeEventListener('abort', wake)
  }

  /** Takes the oldest request that nobody has fetched; its text, or null. */
  async function claim({ id, port }: LbPoll): Promise<string | null> {
    const claimed = await db
      .updateTable('lb_requests')
      .set({ sent_at: clock(), poll_id: id, poll_port: port })
      .where('sent_at', 'is', null)
      .where('id', '=', (query) =>
        query
          .selectFrom('lb_requests')
          .select('id')
          .where('sent_at', 'is', null)
          // An older one was left behind by a process that was killed.
          .where('created_at', '>', ago(untilAskedMs))
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning('body')
      .executeTakeFirst()
    return claimed?.body ?? null
  }

  /** Whether the request was taken back: once it is fetched, the game may do it. */
  async function withdraw(id: number): Promise<boolean> {
    const withdrawn = await db
      .deleteFrom('lb_requests')
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return withdrawn !== undefined
  }

  async function awaitAnswer(id: number): Promise<LbAnswer> {
    let waitsSince = performance.now()
    let isSent = false
    for (;;) {
      const since = newsCount
      const request = await db
        .selectFrom('lb_requests')
        .select(['sent_at', 'answer'])
        .where('id', '=', id)
        .executeTakeFirst()
      const answer = request?.answer ?? null
      if (answer !== null) return readAnswer(answer)
      if (!isSent && request?.sent_at !== null) {
        isSent = true
        waitsSince = performance.now()
      }
      const patienceMs = isSent ? untilAnsweredMs : untilAskedMs
      if (stopped.aborted || performance.now() - waitsSince > patienceMs) {
        if (isSent) return { outcome: 'not_answered' }
        if (await withdraw(id)) return { outcome: 'not_asked', lastPollAt: await readLastPoll() }
      }
      await untilNews(since, stopped)
    }
  }

  /**
   * The request that an answer is for: the newest with its number, else the only one under way, since
   * it is not certain that the game counts its answers as it counts its polls. None for a copy of an
   * earlier answer.
   */
  async function findAnswered(
    { id, port }: LbPoll,
    answer: string,
  ): Promise<{ readonly id: number } | undefined> {
    const unanswered = await db
      .selectFrom('lb_requests')
      .select(['id', 'poll_id', 'sent_at'])
      .where('poll_port', '=', port)
      .where('answered_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    const polled = unanswered.find((request) => request.poll_id === id)
    if (polled) return polled
    const copied = await db
      .selectFrom('lb_requests')
      .select('id')
      .where('poll_port', '=', port)
      .where('poll_id', '=', id)
      .where('answer', '=', answer)
      .executeTakeFirst()
    if (copied) return undefined
    // Those sent before are given up.
    const latestGivenUp = ago(untilAnsweredMs)
    const underWay = unanswered.filter(({ sent_at: at }) => at !== null && at > latestGivenUp)
    return underWay.length === 1 ? underWay[0] : undefined
  }

  async function readLastPoll(): Promise<Date | null> {
    const row = await db.selectFrom('lb_polls').select('last_at').executeTakeFirst()
    return row?.last_at ?? null
  }

  return {
    game: {
      request: async (route, data) => {
        await db.deleteFrom('lb_requests').where('created_at', '<', ago(keptMs)).execute()
        const { id } = await db
          .insertInto('lb_requests')
          .values({ body: requestText(route, data), created_at: clock() })
          .returning('id')
          .executeTakeFirstOrThrow()
        announce()
        return awaitAnswer(id)
      },
    },
    poll: async (poll, left) => {
      const startedAt = performance.now()
      const signal = AbortSignal.any([left, stopped])
      const now = { last_at: clock() }
      await db
        .insertInto('lb_polls')
        .values(now)
        .onConflict((conflict) => conflict.column('only_row').doUpdateSet(now))
        .execute()
      while (!signal.aborted) {
        const since = newsCount
        const text = await claim(poll)
        if (text !== null || performance.now() - startedAt > holdMs) return text
        await untilNews(since, signal)
      }
      return null
    },
    answer: async (poll, text) => {
      const answer = cleanText(text)
      const request = await findAnswered(poll, answer)
      if (request === undefined) return
      await db
        .updateTable('lb_requests')
        // The number of the answer, by which a copy of it is recognised.
        .set({ answered_at: clock(), answer, poll_id: poll.id })
        .where('id', '=', request.id)
        .where('answered_at', 'is', null)
        .execute()
      announce()
    },
    stopped,
    stop: () => stopping.abort(),
  }
}

/**
 * LB Core does not parse the request but searches its text: the route ends at the first `data`, and
 * everything from the next colon to the last brace is what is to be set.
 */
function requestText(route: string, data: unknown): string {
  if (route.includes('data')) throw new Error(`LB Core cannot read the route ${route}`)
  return JSON.stringify({ route, data })
}

const answerShape = z.object({
  code: z.int32(),
  message: z.string().default(''),
  data: z.unknown().optional(),
})

const unread = { code: null, message: '', data: null }

function readAnswer(text: string): LbAnswer {
  const { code, message, data } = answerShape.safeParse(parseJson(text)).data ?? unread
  return { outcome: 'answered', code, message, data }
}
