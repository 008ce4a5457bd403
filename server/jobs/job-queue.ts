import { PgBoss, fromKysely, type Job, type JobResult, type Queue } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobQueue, Services } from '#server/services/context.ts'
import { postToDiscord } from '#server/services/discord/post-to-discord.ts'
import { liftEndedBans } from '#server/services/bans/admin-bans.ts'
import { retestConnections, testConnections } from '#server/services/connections/checks.ts'
import { checkLedger } from '#server/services/kryptonite/ledger.ts'
import { announceAnswers } from '#server/services/orders/announce-answers.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcileDisputes } from '#server/services/payments/reconcile-disputes.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { sendReminders } from '#server/services/perks/reminders.ts'
import { announceSkins } from '#server/services/skins/announce-skins.ts'
import { remindOfApproval } from '#server/services/staff/monetisation.ts'
import {
  resendMessages,
  sendMessage,
  type MessageQueue,
} from '#server/services/staff/send-messages.ts'
import { forgetOldRecords } from './forget-old-records.ts'

const messageQueue = 'send-message'
const connectionQueue = 'check-connections'
/** After the start, so that what starts with us is there: the sandbox, the machine's network. */
const connectionDelaySeconds = 20
const sendMessageData = z.object({ messageId: z.uuid() })

/** After this time, at the next supervision, the job of a killed process goes to another one. */
const expireInSeconds = 90
/** For jobs that read or clear whole tables. */
const longExpireInSeconds = 900
/** More than the timeout of a request to Discord. */
const messageExpiresInSeconds = 20
const superviseEverySeconds = 10
/** Discord accepts five messages in two seconds, and pg-boss polls the queue every two seconds. */
const messagesPerFetch = 5

/** How often each queue of the embedded database is asked beside its notifications: for retries, and what waits. */
const messagesFallbackSeconds = 5
const scheduleFallbackSeconds = 60
/** How often PostgreSQL is asked for each job whose time may have come. */
const schedulePollSeconds = 10

/**
 * The embedded database notifies us of new jobs, so it is asked seldom: each question costs our own
 * process a thousandth of a second. At PostgreSQL a notification would make all commits wait for each
 * other.
 */
const embeddedOptions = {
  backend: 'pglite',
  useListenNotify: true,
  superviseIntervalSeconds: 2 * superviseEverySeconds,
  monitorIntervalSeconds: 2 * superviseEverySeconds,
  // It has no autovacuum.
  monitorVacuum: false,
} as const
const postgresOptions = {
  backend: 'postgres',
  superviseIntervalSeconds: superviseEverySeconds,
  monitorIntervalSeconds: superviseEverySeconds,
} as const

const everyMinute = '* * * * *'

/** The other jobs: when they run, and what they do. Those that read whole tables may take long. */
const scheduledJobs: readonly {
  readonly queue: string
  readonly cron: string
  readonly takesLong?: true
  readonly run: (services: Services, messages: MessageQueue) => Promise<object | void>
}[] = [
  { queue: 'resend-messages', cron: '7 * * * *', run: resendMessages },
  { queue: 'reconcile-orders', cron: everyMinute, run: reconcileOrders },
  { queue: 'reconcile-disputes', cron: '*/10 * * * *', run: reconcileDisputes },
  { queue: 'reconcile-packs', cron: everyMinute, run: reconcilePacks },
  { queue: 'announce-skins', cron: everyMinute, run: announceSkins },
  { queue: 'lift-bans', cron: everyMinute, run: liftEndedBans },
  { queue: 'remind-of-perks', cron: everyMinute, run: sendReminders },
  { queue: 'announce-answers', cron: everyMinute, run: announceAnswers },
  { queue: 'post-to-discord', cron: everyMinute, run: postToDiscord },
  { queue: connectionQueue, cron: '23 */6 * * *', run: testConnections },
  { queue: 'retest-connections', cron: '*/10 * * * *', run: retestConnections },
  { queue: 'remind-of-approval', cron: '52 * * * *', run: remindOfApproval },
  { queue: 'forget-old-records', cron: '17 3 * * *', takesLong: true, run: forgetOldRecords },
  // At another minute than the other hourly job.
  { queue: 'verify-ledger', cron: '37 * * * *', takesLong: true, run: checkLedger },
]

const waiting: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

export interface RunningJobs extends JobQueue {
  /** Starts working. Before this, jobs are only queued. */
  work(services: Services): Promise<void>
  /** Queues a test of all connections, soon. */
  checkConnections(): Promise<void>
  /** Starts no more jobs, and waits up to `timeoutMs` for those in progress. */
  stop(timeoutMs: number): Promise<void>
}

/** pg-boss in our own database, so that a job commits together with the row that it belongs to. */
export async function startJobQueue(
  database: Database,
  log: Logger,
  instrumentJob: InstrumentJob,
): Promise<RunningJobs> {
  const isEmbedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: database.jobConnection,
    schema: 'jobs',
    ...(isEmbedded ? embeddedOptions : postgresOptions),
    // None of our jobs waits for another one.
    flowIntervalSeconds: 600,
    // The table of processes would cost three queries at start and a write every half minute; the
    // metrics have these figures.
    registerInstance: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'))
  await boss.start()
  // Most starts find all of them, and creating one that exists takes some milliseconds, too.
  const existing = await boss.getQueues()
  const create = async (queue: string, options: Omit<Queue, 'name'>): Promise<void> => {
    if (existing.some(({ name }) => name === queue)) return
    await boss.createQueue(queue, { ...options, notify: isEmbedded })
  }
  await create(messageQueue, {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: messageExpiresInSeconds,
  })
  for (const { queue, takesLong } of scheduledJobs) {
    await create(queue, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: takesLong ? longExpireInSeconds : expireInSeconds,
    })
  }
  // A queue that exists keeps its settings: those of a shop of before, or of one that has moved to PostgreSQL.
  for (const { name, notify } of existing) {
    if (notify !== isEmbedded) await boss.updateQueue(name, { notify: isEmbedded })
  }
  // pg-boss reads a queue's settings once. Inside a transaction of the embedded database, which has
  // one connection, that first read would deadlock.
  await boss.getQueue(messageQueue)

  const queueMessageLater = async (messageId: string, delaySeconds: number): Promise<void> => {
    await boss.send(messageQueue, { messageId }, { startAfter: delaySeconds })
  }
  const messages: MessageQueue = {
    isQueued: async (messageId) => {
      const jobs = await boss.findJobs(messageQueue, { data: { messageId } })
      return jobs.some(({ state }) => waiting.has(state))
    },
    queue: (messageId) => queueMessageLater(messageId, 0),
  }

  return {
    sendMessage: async (trx, messageId) => {
      await boss.send(messageQueue, { messageId }, { db: fromKysely(trx) })
    },
    checkConnections: async () => {
      // Several processes that start together need one test.
      const once = { singletonKey: 'start', singletonSeconds: 60 }
      await boss.send(connectionQueue, {}, { startAfter: connectionDelaySeconds, ...once })
    },
    work: async (services) => {
      const sendOne = async ({ id, data }: Job<unknown>): Promise<JobResult> => {
        try {
          const { messageId } = sendMessageData.parse(data)
          await instrumentJob(messageQueue, id, () =>
            sendMessage(services, messageId, queueMessageLater),
          )
          return { id, status: 'completed' }
        } catch (error) {
          return { id, status: 'failed', output: { message: String(error) } }
        }
      }
      await boss.work(
        messageQueue,
        {
          batchSize: messagesPerFetch,
          perJobResults: true,
          notifyPollingIntervalSeconds: messagesFallbackSeconds,
        },
        (jobs: Job<unknown>[]) => Promise.all(jobs.map(sendOne)),
      )
      await Promise.all(
        scheduledJobs.flatMap(({ queue, cron, run }) => [
          boss.work(
            queue,
            {
              pollingIntervalSeconds: schedulePollSeconds,
              notifyPollingIntervalSeconds: scheduleFallbackSeconds,
            },
            ([job]: Job<unknown>[]) =>
              instrumentJob(queue, job?.id ?? queue, () => run(services, messages)),
          ),
          boss.schedule(queue, cron),
        ]),
      )
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  }
}

/** Runs a job's work under instrumentation and passes its rejection on. */
export type InstrumentJob = <Result>(
  job: string,
  id: string,
  run: () => Promise<Result>,
) => Promise<Result>
