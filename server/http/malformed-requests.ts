import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { problemStatus, type ProblemCode } from '#contract/problem.ts'
import type { Config } from '#server/config.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import { problemBody, problemHeaders } from './problem.ts'

/** What becomes of bytes that are no request, so that no route ever sees them. */
export interface MalformedRequests {
  /** Instead of the adapter's own empty answer: to a host or an address that cannot be one. */
  readonly answer: (error: unknown) => Response
  /**
   * Answers a request with two hosts, and says whether it did. Node takes the first and drops the other
   * in silence; a proxy before us may go by the last (RFC 9112, 3.2).
   */
  readonly refuseTwoHosts: (request: IncomingMessage, response: ServerResponse) => boolean
  /** For `clientError`: Node's parser gave up. */
  readonly answerOn: (error: NodeJS.ErrnoException, socket: Duplex) => void
}

/** Refuses them like all others: as a problem, with the headers that every answer has. */
export function refuseMalformedRequests(config: Pick<Config, 'production'>): MalformedRequests {
  const headers = { ...securityHeadersOf(config), ...problemHeaders, connection: 'close' }
  return {
    answer: (error) => {
      const code = error instanceof RequestError ? 'malformed_request' : 'internal_error'
      return new Response(JSON.stringify(problemBody(code)), {
        status: problemStatus[code],
        headers,
      })
    },
    refuseTwoHosts: ({ rawHeaders }, response) => {
      const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name))
      if (hosts.length < 2) return false
      const body = JSON.stringify(problemBody('malformed_request'))
      const all = { ...headers, 'content-length': Buffer.byteLength(body) }
      response.writeHead(problemStatus.malformed_request, all).end(body)
      return true
    },
    answerOn: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else socket.end(writeAnswer(codeOf(error), headers))
    },
  }
}

/** https://nodejs.org/api/http.html#event-clienterror */
function codeOf({ code }: NodeJS.ErrnoException): ProblemCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request'
}

function writeAnswer(code: ProblemCode, headers: Readonly<Record<string, string>>): string {
  const status = problemStatus[code]
  const body = JSON.stringify(problemBody(code))
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
