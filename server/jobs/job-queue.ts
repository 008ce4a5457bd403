import { PgBoss, fromKysely, type Job, type JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobQueue, Services } from '#server/services/context.ts'
import { checkLedger } from '#server/services/kryptonite/ledger.ts'
import { reconcileDisputes } from '#server/services/payments/disputes.ts'
import { reconcileOrders, reconcilePacks } from '#server/services/payments/reconcile.ts'
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

/** A job whose process was killed is given to another one after this time, and the next look. */
const expireInSeconds = 90
/** For what reads or clears whole tables. */
const longExpireInSeconds = 900
/** Above the time that Discord is given to answer. */
const messageExpiresInSeconds = 20
const lookForKilledEverySeconds = 10
/** Discord takes five messages in two seconds, which is also how often the queue is asked. */
const messagesPerFetch = 5

const everyMinute = '* * * * *'
const everyTenMinutes = '*/10 * * * *'
const everyHour = '7 * * * *'
/** Not when the others begin, and often enough to hear of a wrong balance on the same day. */
const everyHourLater = '37 * * * *'
const everyNight = '17 3 * * *'

const waiting: ReadonlySet<string> = new Set(['created', 'retry', 'active'])

export interface RunningJobs extends JobQueue {
  /** Starts working. Before this, jobs are only taken down. */
  work(services: Services): Promise<void>
  /** Begins no job any more, and waits so long for those under way. */
  stop(timeoutMs: number): Promise<void>
}

/** The queue of pg-boss in our own database, so that a job is as safe as the row it belongs to. */
export async function startJobQueue(
  database: Database,
  log: Logger,
  instrumentJob: InstrumentJob,
): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: database.jobConnection,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    superviseIntervalSeconds: lookForKilledEverySeconds,
    monitorIntervalSeconds: lookForKilledEverySeconds,
    // Its table of processes would cost three queries at start and a write every half minute; nobody
    // reads it, Prometheus has these figures.
    registerInstance: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  await boss.createQueue(queues.sendMessage, {
    retryLimit: 50,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: messageExpiresInSeconds,
  })
  const once = { policy: 'singleton', retryLimit: 0, expireInSeconds } as const
  await boss.createQueue(queues.resendMessages, once)
  await boss.createQueue(queues.reconcileOrders, once)
  await boss.createQueue(queues.reconcileDisputes, once)
  await boss.createQueue(queues.reconcilePacks, once)
  await boss.createQueue(queues.announceSkins, once)
  const longOnce = { ...once, expireInSeconds: longExpireInSeconds }
  await boss.createQueue(queues.forgetOldRecords, longOnce)
  await boss.createQueue(queues.verifyLedger, longOnce)
  // pg-boss reads a queue's settings once; inside a transaction of the embedded database, which has
  // one connection, that first reading would wait for ever.
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

  const byTheClock = async (
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
        byTheClock(queues.resendMessages, everyHour, () =>
          resendMessages(services, { isQueued, queue: (id) => queueMessageLater(id, 0) }),
        ),
        byTheClock(queues.reconcileOrders, everyMinute, () => reconcileOrders(services)),
        byTheClock(queues.reconcileDisputes, everyTenMinutes, () => reconcileDisputes(services)),
        byTheClock(queues.reconcilePacks, everyMinute, () => reconcilePacks(services)),
        byTheClock(queues.announceSkins, everyMinute, () => announceSkins(services)),
        byTheClock(queues.forgetOldRecords, everyNight, () => forgetOldRecords(services)),
        byTheClock(queues.verifyLedger, everyHourLater, () => checkLedger(services)),
      ])
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  }
}

/** Runs a job's work and looks on. What the work rejects with goes through. */
export type InstrumentJob = <Result>(
  job: string,
  id: string,
  run: () => Promise<Result>,
) => Promise<Result>
