import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { streamTask, type StreamOrder, type StreamReport } from './stream-messages.ts'

/**
 * A process that holds event streams open and counts their purchase events. It implements just
 * enough HTTP, so that ten thousand streams cost it little.
 */
const task = streamTask.parse(JSON.parse(process.argv[2] ?? ''))
const atOnce = 50
const purchaseEvent = 'event: purchase\n'

let purchases = 0
let refused = 0
let ended = 0
const sockets: Socket[] = []

/** Resolves once the stream is open, refused or broken. */
function openStream(index: number): Promise<void> {
  const opened = Promise.withResolvers<void>()
  const socket = connect({
    port: task.port,
    host: '127.0.0.1',
    // One address has too few ports for all.
    localAddress: `127.0.0.${2 + (index % 8)}`,
  })
  sockets.push(socket)
  let isOpen = false
  let text = ''
  socket.setEncoding('latin1')
  socket.on('connect', () => socket.write(request(index)))
  socket.on('data', (chunk: string) => {
    text += chunk
    if (!isOpen) {
      if (!text.includes('\r\n\r\n')) return
      isOpen = true
      if (!text.startsWith('HTTP/1.1 200')) refused += 1
      opened.resolve()
    }
    const parts = text.split(purchaseEvent)
    purchases += parts.length - 1
    // The event's name may be split over two chunks.
    text = (parts.at(-1) ?? '').slice(-purchaseEvent.length)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    ended += 1
    opened.resolve()
  })
  return opened.promise
}

function request(index: number): string {
  const number = task.firstNetwork + Math.floor(index / task.perNetwork)
  const network = `198.18.${number >> 8}.${number & 0xff}`
  return [
    'GET /api/events HTTP/1.1',
    `host: 127.0.0.1:${task.port}`,
    `x-forwarded-for: ${network}`,
    '',
    '',
  ].join('\r\n')
}

function report(): void {
  const message: StreamReport = { purchases, refused, ended }
  process.send?.(message)
}

const orders: Readonly<Record<StreamOrder, () => void>> = {
  count: report,
  leave: () => process.exit(),
}
process.on('message', (order) => orders[z.enum(['count', 'leave']).parse(order)]())
process.on('disconnect', () => process.exit())

const indexes = Array.from({ length: task.streams }, (_, index) => index).values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const index of indexes) await openStream(index)
  }),
)
report()
