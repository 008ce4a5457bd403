import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EventPayloads } from '#contract/events.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { openGrowingFile } from './growing-file.ts'
import { writeArchive, type Writing } from './write-archive.ts'

type Progress = EventPayloads['export']

interface Asking {
  readonly admin: Admin
  readonly report: (progress: Progress) => void
}

interface ExportedFile {
  readonly name: string
  readonly body: ReadableStream<Uint8Array>
}

/** Often enough for a bar that moves. */
const reportMilliseconds = 500

/** Exports the shop, once at a time; another one is refused with `export_running`. */
export function createExporter(
  services: Services,
  { version, isStopping }: { readonly version: string; readonly isStopping: () => boolean },
) {
  let isRunning = false

  /** Resolves as soon as there is something to read. */
  return async ({ admin, report }: Asking): Promise<ExportedFile> => {
    if (isRunning) throw new ServiceError('export_running')
    isRunning = true
    try {
      const now = services.clock()
      const name = `shop-${now.toISOString().slice(0, 10)}.zip`
      await noteInLog(services, admin, name)
      const file = await openGrowingFile(`kryptonique-${randomUUID()}.zip`)
      void file.closed.finally(() => (isRunning = false))
      const checkAndReport = createReporter(report, () => file.left.aborted || isStopping())
      const writing = { version, now, onProgress: checkAndReport }
      void writeSnapshot(services, file.input, writing).then(
        () => report({ state: 'done', percent: 100 }),
        (error: unknown) => {
          file.fail()
          report({ state: 'failed', percent: 0 })
          if (!(error instanceof Left)) services.log.error({ err: error }, 'export failed')
        },
      )
      return { name, body: file.output }
    } catch (error) {
      isRunning = false
      throw error
    }
  }
}

async function noteInLog(services: Services, admin: Admin, name: string): Promise<void> {
  await services.database.transaction((trx) =>
    writeAudit(services, trx, admin, {
      action: 'shop_exported',
      subject: `export:${name}`,
    }),
  )
}

/**
 * One moment of the database, read at full speed: the embedded database has one connection, and
 * everybody else waits for it.
 */
async function writeSnapshot(
  { database }: Services,
  output: WritableStream<Uint8Array>,
  writing: Writing,
): Promise<void> {
  await database.withoutStatementTimeout.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    await writeArchive(trx, output, writing)
  })
}

/** The owner's browser has left, or the product stops. */
class Left extends Error {}

function createReporter(report: Asking['report'], hasLeft: () => boolean): (share: number) => void {
  let reportedAt = -Infinity
  return (share) => {
    if (hasLeft()) throw new Left('nobody waits for the export')
    if (performance.now() - reportedAt < reportMilliseconds) return
    reportedAt = performance.now()
    report({ state: 'running', percent: Math.floor(share * 100) })
  }
}
