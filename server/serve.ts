import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'

const log = createLog('info')
const buildDirectory = path.resolve(import.meta.dirname, '../dist/web')

try {
  const config = readConfig()
  // Only now: importing the catalogue throws when the price list, which was checked above, is wrong.
  const { pageRoutes } = await import('./http/pages/page-routes.ts')
  const { startProduct } = await import('./start-product.ts')
  const product = await startProduct({
    config,
    log,
    clock: () => new Date(),
    pages: pageRoutes(config, buildDirectory),
  })
  if (config.production && config.paypal.driver === 'hosted') {
    log.warn('PAYPAL_DRIVER=hosted is not proven against the real PayPal; see docs/decisions/0011')
  }
  log.info({ address: config.publicOrigin }, 'ready')
  // Now, because a process that is killed writes nothing at its end.
  flushCompileCache()
  // Whoever keeps us running starts us anew; a process without its database only looks alive.
  void product.failed.then((error) => {
    log.fatal({ err: error }, 'cannot go on')
    process.exit(1)
  })
  const stop = (): void => {
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.fatal({ err: error }, 'cannot start')
  process.exit(1)
}
