import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { sendFile } from './send-file.ts'

it('compresses nothing for a browser that does not take it', async () => {
  const compress = (): never => expect.unreachable()
  const file = {
    content: new TextEncoder().encode('a page'),
    get brotli() {
      return compress()
    },
    get gzip() {
      return compress()
    },
    contentType: 'text/html',
    etag: 'W/"1"',
  }
  const app = new Hono().get('/', (context) => sendFile(context, file))
  expect(await (await app.request('/')).text()).toBe('a page')
})
