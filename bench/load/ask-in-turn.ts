import { connect } from 'node:net'

export interface Asking {
  readonly port: number
  /** The next request as it is sent; null when there is none. */
  readonly next: () => string | null
  /** Gets each whole answer, a character for each of its bytes. What it throws ends the asking. */
  readonly hear: (answer: string) => void
}

/**
 * One client on one kept-alive connection: a request, its whole answer, the next request, until
 * there is none. It speaks just enough HTTP, so that it takes little from the machine that it shares
 * with what it measures. Rejects when the connection ends before.
 */
export function askInTurn({ port, next, hear }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    const ask = (): void => {
      const request = next()
      if (request === null) socket.end(resolve)
      else socket.write(request)
    }
    const take = (chunk: string): void => {
      received += chunk
      if (!isWhole(received)) return
      hear(received)
      received = ''
      ask()
    }
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('data', (chunk: string) => {
      try {
        take(chunk)
      } catch (error) {
        reject(error)
        socket.destroy()
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection has ended')))
  })
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)?.[1] ?? 0
  return answer.length >= headEnd + 4 + Number(length)
}
