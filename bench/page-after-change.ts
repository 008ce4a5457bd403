import { z } from 'zod'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { accessCode } from '#test/factories/admin.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { startProduct } from '#test/product.ts'
import { createVisitor } from '#test/visitor.ts'
import { median, note, reportAtMost } from './report.ts'

const changes = 40

/** The skin shop's page after each change of a price: its first sending, which renders it, and the next (P11). */
export async function pageAfterChange(): Promise<void> {
  await buildWebIfStale()
  const product = await startProduct()
  try {
    const admin = createVisitor(product.origin)
    await admin.post('/api/admin/session', { code: accessCode })
    const made = await admin.post('/api/admin/shop-items', await itemBody({ name: 'Crystal cape' }))
    const address = `/api/admin/shop-items/${z.string().parse(made.body['id'])}`
    const first: number[] = []
    const next: number[] = []
    for (let price = 1; price <= changes; price += 1) {
      const { status } = await admin.patch(address, { name: 'Crystal cape', price })
      if (status !== 200) throw new Error(`price not changed: ${status}`)
      first.push(await timePage(product.origin, `"price":${price},`))
      next.push(await timePage(product.origin, `"price":${price},`))
    }
    reportAtMost('first page after a change', median(first), 60, 'ms')
    note(`the next one: ${median(next).toFixed(1)} ms`)
  } finally {
    await product.stop()
  }
}

/** Milliseconds until all of the compressed page has arrived. */
async function timePage(origin: string, expected: string): Promise<number> {
  const start = performance.now()
  const html = await (await fetch(`${origin}/shop`)).text()
  const milliseconds = performance.now() - start
  if (!html.includes(expected)) throw new Error(`the page has no ${expected}`)
  return milliseconds
}
