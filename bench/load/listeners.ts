import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { buyingPath, soldItem, steamIds } from '#bench/skin-shop.ts'

/** Simultaneous connections, as in a busy minute. */
const openedAtOnce = 50
const frame = 'event: purchase'

/** Open event streams, like those of open pages. */
export interface Listeners {
  /** Buys a skin and returns how many milliseconds later each stream got the event. */
  readonly measurePurchase: () => Promise<readonly number[]>
  readonly leave: () => void
}

export async function openListeners(port: number, streams: number): Promise<Listeners> {
  /** One for each stream, from the purchase on. */
  let receivedAfter: number[] = []
  let boughtAt = 0
  let allReceived = Promise.withResolvers<void>()
  const onEvent = (): void => {
    receivedAfter.push(performance.now() - boughtAt)
    if (receivedAfter.length === streams) allReceived.resolve()
  }
  const sockets: Socket[] = []
  while (sockets.length < streams) {
    const count = Math.min(openedAtOnce, streams - sockets.length)
    const opened = Array.from({ length: count }, () => openStream(port, onEvent))
    sockets.push(...(await Promise.all(opened)))
  }
  return {
    measurePurchase: async () => {
      receivedAfter = []
      allReceived = Promise.withResolvers()
      boughtAt = performance.now()
      await buy(port)
      await allReceived.promise
      return receivedAfter
    },
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openStream(port: number, onEvent: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a stream ended: ${received}`)))
    socket.on('connect', () => socket.write('GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (received.startsWith('HTTP/1.1 200') && received.includes('retry: ')) resolve(socket)
      if (!received.includes(frame)) return
      received = 'HTTP/1.1 200'
      onEvent()
    })
  })
}

async function buy(port: number): Promise<void> {
  const { id, name, price } = soldItem
  const answer = await fetch(`http://127.0.0.1:${port}${buyingPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ steamId: steamIds[0], itemName: name, itemPrice: price, itemId: id }),
  })
  if (answer.status !== 200) throw new Error(`not bought: ${await answer.text()}`)
}
