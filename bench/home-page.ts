import { findFreePort } from '#test/free-port.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { startProduct } from '#test/product.ts'
import { startNginx, type Nginx } from './limits/nginx.ts'
import { measureReads } from './load/requests.ts'
import { limits } from './figures/goals.ts'
import { median, note, reportRatio } from './report.ts'

const repeats = 5
const path = '/'

/** The home page's HTML, uncompressed, compared with nginx serving the same bytes (P5). */
export async function homePage(): Promise<void> {
  await buildWebIfStale()
  const product = await startProduct()
  let nginx: Nginx | null = null
  try {
    const html = new Uint8Array(await (await fetch(product.origin + path)).arrayBuffer())
    const nginxPort = await findFreePort()
    nginx = await startNginx(nginxPort, html)
    if (nginx === null) return note('not measured: nginx is not installed')
    const limit: number[] = []
    const pages: number[] = []
    const port = Number(new URL(product.origin).port)
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      limit.push(await measureReads({ port: nginxPort, path }))
      pages.push(await measureReads({ port, path }))
    }
    reportRatio(`${html.length} bytes to nginx’s`, median(pages), median(limit), limits.homePage)
  } finally {
    await nginx?.stop()
    await product.stop()
  }
}
