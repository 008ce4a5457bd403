import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The product behind a proxy that imitates the time before and after a new release. */
export interface Release {
  readonly origin: string
  /** From now on pages and the service worker are those of the new build. */
  readonly publishNext: () => void
  readonly stop: () => Promise<void>
}

/** Marks a page of the new build. */
export const nextBuildMark = '<meta name="build" content="next">'

export async function startRelease(productOrigin: string): Promise<Release> {
  let isNext = false
  const server = createServer((request, response) => {
    const { url = '/', headers } = request
    const { cookie = '', 'accept-language': acceptLanguage = '' } = headers
    fetch(productOrigin + url, {
      headers: { cookie, 'accept-language': acceptLanguage, accept: '*/*' },
      redirect: 'manual',
    })
      .then(async (answer) => {
        const kept = [...answer.headers].filter(
          ([name]) => !/^(content-(encoding|length)|etag|connection|transfer-encoding)$/.test(name),
        )
        response.writeHead(answer.status, Object.fromEntries(kept))
        const bytes = Buffer.from(await answer.arrayBuffer())
        response.end(isNext ? rewrite(url, bytes) : bytes)
      })
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    publishNext: () => (isNext = true),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function rewrite(url: string, bytes: Buffer): Buffer | string {
  if (url === '/service-worker.js')
    return bytes.toString().replace(/build:[`"]\w+[`"]/, 'build:"next"')
  if (/^\/(guide|rules)(?:[/?]|$)/.test(url)) {
    return bytes.toString().replace('<head>', `<head>${nextBuildMark}`)
  }
  return bytes
}
