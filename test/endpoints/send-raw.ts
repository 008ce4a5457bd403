import { connect } from 'node:net'

/** A request as bytes, so that no client corrects it. */
export interface RawRequest {
  readonly method: string
  /** Written unchanged, one byte per character. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number
  readonly headers: Headers
  /** Empty for an event stream, which never ends. */
  readonly text: string
}

const silence: RawAnswer = { status: 0, headers: new Headers(), text: '' }
/** Only against hanging. */
const timeoutMilliseconds = 60_000

/** Sends a request on its own connection and returns the answer. Never throws. */
export function sendRaw(origin: string, request: RawRequest): Promise<RawAnswer> {
  const { promise, resolve } = Promise.withResolvers<RawAnswer>()
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  const finish = (hasEnded: boolean): void => {
    const answer = readAnswer(received, request.method, hasEnded)
    if (!answer && !hasEnded) return
    resolve(answer ?? silence)
    socket.destroy()
  }
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    finish(false)
  })
  // The server may close while we still write; its answer has already arrived.
  socket.on('error', () => finish(true))
  socket.on('close', () => finish(true))
  socket.setTimeout(timeoutMilliseconds, () => finish(true))
  socket.write(head(request, host), 'latin1')
  socket.write(request.body ?? '')
  return promise
}

function head({ method, target, headers, body }: RawRequest, host: string): string {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0)
  const all = {
    host,
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Null while it is incomplete. */
function readAnswer(received: Buffer, method: string, hasEnded: boolean): RawAnswer | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const rest = received.subarray(headEnd + 4)
  if (status < 200) return readAnswer(rest, method, hasEnded)
  const headers = readHeaders(lines)
  const isStream = headers.get('content-type') === 'text/event-stream'
  if (method === 'HEAD' || [204, 304].includes(status) || isStream) {
    return { status, headers, text: '' }
  }
  const length = headers.get('content-length')
  const isComplete = length === null ? hasEnded : rest.length >= Number(length)
  if (!isComplete) return null
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status, headers, text: (isChunked ? joinChunks(rest) : rest).toString('utf8') }
}

function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const separator = line.indexOf(':')
    headers.append(line.slice(0, separator), line.slice(separator + 1).trim())
  }
  return headers
}

function joinChunks(bytes: Buffer): Buffer {
  const lineEnd = bytes.indexOf('\r\n')
  const size = Number.parseInt(bytes.toString('latin1', 0, Math.max(0, lineEnd)), 16)
  if (!(size > 0)) return Buffer.alloc(0)
  const start = lineEnd + 2
  const chunk = bytes.subarray(start, start + size)
  return Buffer.concat([chunk, joinChunks(bytes.subarray(start + size + 2))])
}
