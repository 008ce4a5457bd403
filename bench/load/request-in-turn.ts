import { connect } from 'node:net'

export interface Requests {
  readonly port: number
  /** The bytes of the next request; null to end. */
  readonly next: () => string | null
  /** Gets each whole answer, one character per byte. Throwing ends the client. */
  readonly onAnswer: (answer: string) => void
}

/**
 * One client on one kept-alive connection: a request, its whole answer, the next request, until
 * there is none. It implements just enough HTTP to leave the shared machine to the measured server.
 * Rejects when the connection ends early.
 */
export function requestInTurn({ port, next, onAnswer }: Requests): Promise<void> {
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
      onAnswer(received)
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
