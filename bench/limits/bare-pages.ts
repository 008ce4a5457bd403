import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build } from 'vite'

const script = '/hydrate.js'

/**
 * Serves pages that React takes over and that have only words, as a limit: no style, face, picture
 * or data. It must never grow features. `linesOf` has the lines of each address.
 */
export async function startBarePages(
  port: number,
  linesOf: ReadonlyMap<string, readonly string[]>,
): Promise<Server> {
  const code = brotliCompressSync(await bundle())
  const pages = new Map(
    [...linesOf].map(([address, lines]) => [address, brotliCompressSync(page(lines))]),
  )
  const server = createServer(({ url = '' }, response) => {
    const file = url === script ? code : pages.get(url)
    response.writeHead(file ? 200 : 404, {
      'content-type': url === script ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    })
    response.end(file)
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function page(lines: readonly string[]): string {
  const paragraphs = lines.map((line, index) => createElement('p', { key: index }, line))
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><script type="module" src="${script}"></script></head><body>${renderToStaticMarkup(createElement('main', null, paragraphs))}</body></html>`
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'hydrate-bare-page.ts') },
    },
  })
  if (!('output' in built)) throw new Error('Vite built nothing')
  return built.output[0].code
}
