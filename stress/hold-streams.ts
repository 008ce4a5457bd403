import { connect } from 'node:net'
import { inParallel } from './in-parallel.ts'

const atOnce = 100
/** The product's limit. */
const perNetwork = 20
const purchaseEvent = 'event: purchase\n'

/** Event streams of many networks. They implement just enough HTTP, so that ten thousand cost little. */
export interface HeldStreams {
  /** What all of them have received so far. */
  readonly counts: {
    /** Purchase events, over all streams. */
    readonly purchases: number
    readonly refused: number
    readonly ended: number
  }
  /** Drops all connections at once. */
  readonly leave: () => void
}

/** Resolves once each stream is open, refused or broken. */
export async function holdStreams(port: number, streams: number): Promise<HeldStreams> {
  const counts = { purchases: 0, refused: 0, ended: 0 }
  const open = (index: number) => {
    const opened = Promise.withResolvers<void>()
    const socket = connect({
      port,
      host: '127.0.0.1',
      // One address has too few ports for all.
      localAddress: `127.0.0.${2 + (index % 8)}`,
    })
    let isOpen = false
    let text = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(writeRequest(port, index)))
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!isOpen) {
        if (!text.includes('\r\n\r\n')) return
        isOpen = true
        if (!text.startsWith('HTTP/1.1 200')) counts.refused += 1
        opened.resolve()
      }
      const parts = text.split(purchaseEvent)
      counts.purchases += parts.length - 1
      // The event's name may be split over two chunks.
      text = (parts.at(-1) ?? '').slice(-purchaseEvent.length)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      counts.ended += 1
      opened.resolve()
    })
    return { socket, opened: opened.promise }
  }
  const sockets: ReturnType<typeof connect>[] = []
  await inParallel([...Array(streams).keys()], atOnce, async (index) => {
    const { socket, opened } = open(index)
    sockets.push(socket)
    await opened
  })
  return {
    counts,
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function writeRequest(port: number, index: number): string {
  const number = Math.floor(index / perNetwork)
  return [
    'GET /api/events HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `x-forwarded-for: 198.18.${number >> 8}.${number & 0xff}`,
    '',
    '',
  ].join('\r\n')
}
