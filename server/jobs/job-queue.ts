import { PgBoss, fromKysely, type Job, type JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobQueue, Services } from '#server/services/context.ts'
import { checkLedger } from '#server/services/kryptonite/ledger.ts'
import { reconcileDisputes, reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { announceSkins } from '#server/services/skins/announce-skins.ts'
import { resendMessages, sendMessage } from '#server/services/staff/send-messages.ts'
import { forgetOldRecords } from './forget-old-records.ts'

const queues = {
  sendMessage: 'send-message',
  resendMessages: 'resend-messages',
  reconcileOrders: 'reconcile-orders',
  reconcileDisputes: 'reconcile-disputes',
  reconcilePacks: 'reconcile-packs',
  announceSkins: 'announce-skins',
  forgetOldRecords: 'forget-old-records',
  verifyLedger: 'verify-ledger',
} as const

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

const everyMinute = '* * * * *'
const everyTenMinutes = '*/10 * * * *'
const everyHour = '7 * * * *'
/** At another minute than the other jobs. */
const everyHourApart = '37 * * * *'
const everyNight = '17 3 * * *'

const waiting: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

export interface RunningJobs extends JobQueue {
  /** Starts working. Before this, jobs are only queued. */
  work(services: Services): Promise<void>
  /** Starts no more jobs, and waits up to `timeoutMs` for those in progress. */
  stop(timeoutMs: number): Promise<void>
}

/** pg-boss in our own database, so that a job commits together with the row that it belongs to. */
export async function startJobQueue(
  database: Database,
  log: Logger,
  instrumentJob: InstrumentJob,
): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: database.jobConnection,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    superviseIntervalSeconds: superviseEverySeconds,
    monitorIntervalSeconds: superviseEverySeconds,
    // The table of processes would cost three queries at start and a write every half minute; the
    // metrics have these figures.
    registerInstance: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'))
  await boss.start()
  await boss.createQueue(queues.sendMessage, {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: messageExpiresInSeconds,
  })
  const singleton = { policy: 'singleton', retryLimit: 0, expireInSeconds } as const
  await boss.createQueue(queues.resendMessages, singleton)
  await boss.createQueue(queues.reconcileOrders, singleton)
  await boss.createQueue(queues.reconcileDisputes, singleton)
  await boss.createQueue(queues.reconcilePacks, singleton)
  await boss.createQueue(queues.announceSkins, singleton)
  const longSingleton = { ...singleton, expireInSeconds: longExpireInSeconds }
  await boss.createQueue(queues.forgetOldRecords, longSingleton)
  await boss.createQueue(queues.verifyLedger, longSingleton)
  // pg-boss reads a queue's settings once. Inside a transaction of the embedded database, which has
  // one connection, that first read would deadlock.
  await boss.getQueue(queues.sendMessage)

  const queueMessage: JobQueue['sendMessage'] = async (trx, messageId) => {
    await boss.send(queues.sendMessage, { messageId }, { db: fromKysely(trx) })
  }
  const queueMessageLater = async (messageId: string, delaySeconds: number): Promise<void> => {
    await boss.send(queues.sendMessage, { messageId }, { startAfter: delaySeconds })
  }

  const isQueued = async (messageId: string): Promise<boolean> => {
    const jobs = await boss.findJobs(queues.sendMessage, { data: { messageId } })
    return jobs.some(({ state }) => waiting.has(state))
  }

  const scheduleJob = async (
    queue: string,
    cron: string,
    run: () => Promise<object | void>,
  ): Promise<void> => {
    const runInstrumented = ([job]: Job<unknown>[]): Promise<object | void> =>
      instrumentJob(queue, job?.id ?? queue, run)
    await Promise.all([boss.work(queue, runInstrumented), boss.schedule(queue, cron)])
  }

  return {
    sendMessage: queueMessage,
    work: async (services) => {
      const sendOne = async ({ id, data }: Job<unknown>): Promise<JobResult> => {
        try {
          const { messageId } = sendMessageData.parse(data)
          await instrumentJob(queues.sendMessage, id, () =>
            sendMessage(services, messageId, queueMessageLater),
          )
          return { id, status: 'completed' }
        } catch (error) {
          return { id, status: 'failed', output: { message: String(error) } }
        }
      }
      await boss.work(
        queues.sendMessage,
        { batchSize: messagesPerFetch, perJobResults: true },
        (jobs: Job<unknown>[]) => Promise.all(jobs.map(sendOne)),
      )
      await Promise.all([
        scheduleJob(queues.resendMessages, everyHour, () =>
          resendMessages(services, { isQueued, queue: (id) => queueMessageLater(id, 0) }),
        ),
        scheduleJob(queues.reconcileOrders, everyMinute, () => reconcileOrders(services)),
        scheduleJob(queues.reconcileDisputes, everyTenMinutes, () => reconcileDisputes(services)),
        scheduleJob(queues.reconcilePacks, everyMinute, () => reconcilePacks(services)),
        scheduleJob(queues.announceSkins, everyMinute, () => announceSkins(services)),
        scheduleJob(queues.forgetOldRecords, everyNight, () => forgetOldRecords(services)),
        scheduleJob(queues.verifyLedger, everyHourApart, () => checkLedger(services)),
      ])
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
