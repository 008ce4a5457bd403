import { findFreePort } from '#test/free-port.ts'
import { startProgram, waitUntilReady } from '#scripts/product/program.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { accessCode } from '#test/factories/admin.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { startProduct } from '#test/product.ts'
import { createVisitor } from '#test/visitor.ts'
import { measureReads } from './load/requests.ts'
import { limits } from './figures/goals.ts'
import { median, reportRatio } from './report.ts'

const repeats = 5
const itemsInShop = 24
const path = '/api/shop-items'

/** The skin shop's list, full and unchanged, compared with the framework's minimal answer (P4). */
export async function shopItems(): Promise<void> {
  await buildWebIfStale()
  const product = await startProduct()
  const helloPort = await findFreePort()
  const hello = startProgram({
    name: 'hono hello',
    command: ['bench/limits/hono-hello.ts', String(helloPort)],
    env: { PATH: process.env['PATH'] },
  })
  try {
    await waitUntilReady(hello, `http://127.0.0.1:${helloPort}/`)
    await stockShop(product.origin)
    const port = Number(new URL(product.origin).port)
    const etag = (await fetch(product.origin + path)).headers.get('etag') ?? ''
    const limit: number[] = []
    const whole: number[] = []
    const unchanged: number[] = []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      limit.push(await measureReads({ port: helloPort, path: '/' }))
      whole.push(await measureReads({ port, path }))
      const headers = { 'if-none-match': etag }
      unchanged.push(await measureReads({ port, path, headers, status: 304 }))
    }
    reportRatio(
      `${itemsInShop} items to a minimal Hono route`,
      median(whole),
      median(limit),
      limits.shopItems,
    )
    reportRatio('304 to a minimal Hono route', median(unchanged), median(limit), limits.shopItems)
  } finally {
    await hello.stop()
    await product.stop()
  }
}

async function stockShop(origin: string): Promise<void> {
  const admin = createVisitor(origin)
  await admin.post('/api/admin/session', { code: accessCode })
  for (let index = 0; index < itemsInShop; index += 1) {
    const body = await itemBody({ name: `Crystal skin ${index}` })
    const answer = await admin.post('/api/admin/shop-items', body)
    if (answer.status !== 201) throw new Error(`item not added: ${answer.status}`)
  }
}
