import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { streamReport, type StreamReport, type StreamTask } from './stream-messages.ts'

const program = path.join(import.meta.dirname, 'open-streams.ts')
const processes = 2
/** The product's limit. */
const perNetwork = 20

/** Event streams of many networks, held by other processes. */
export interface HeldStreams {
  /** What all of them have received so far. */
  readonly count: () => Promise<StreamReport>
  /** Drops all connections at once. */
  readonly leave: () => Promise<void>
}

/** Resolves once each stream is open or was refused. */
export async function holdStreams(port: number, streams: number): Promise<HeldStreams> {
  const each = Math.ceil(streams / processes)
  const holders = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startHolder({
        port,
        streams: Math.min(each, streams - index * each),
        perNetwork,
        firstNetwork: index * Math.ceil(each / perNetwork),
      }),
    ),
  )
  return {
    count: async () => sum(await Promise.all(holders.map((holder) => askCount(holder)))),
    leave: async () => {
      await Promise.all(
        holders.map(async (holder) => {
          const left = Promise.withResolvers<void>()
          holder.once('exit', () => left.resolve())
          holder.send('leave')
          await left.promise
        }),
      )
    },
  }
}

async function startHolder(task: StreamTask): Promise<ChildProcess> {
  const holder = fork(program, [JSON.stringify(task)])
  await nextReport(holder)
  return holder
}

function askCount(holder: ChildProcess): Promise<StreamReport> {
  const report = nextReport(holder)
  holder.send('count')
  return report
}

function nextReport(holder: ChildProcess): Promise<StreamReport> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamReport>()
  const onExit = (): void => reject(new Error('a process that held streams has ended'))
  holder.once('exit', onExit)
  holder.once('message', (message) => {
    holder.off('exit', onExit)
    resolve(streamReport.parse(message))
  })
  return promise
}

function sum(reports: readonly StreamReport[]): StreamReport {
  const total = { purchases: 0, refused: 0, ended: 0 }
  for (const { purchases, refused, ended } of reports) {
    total.purchases += purchases
    total.refused += refused
    total.ended += ended
  }
  return total
}
