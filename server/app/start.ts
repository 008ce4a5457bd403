import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { builtPages } from '#server/http/pages/page-routes.ts'
import { productTextFiles } from '#server/services/site/product-texts.ts'
import { SiteFault } from '#server/services/site/site.ts'
import { ConfigError, listMisspelt, readConfig } from './config.ts'
import { createLog, openStandardOutput } from './logging.ts'
import { countErrorLine } from './metrics.ts'
import { ContentFault, readTextFiles } from '#server/services/documents/content-files.ts'
import { createDocuments, filesSite } from '#server/services/documents/documents.ts'
import { startProduct } from './product.ts'
import { startAdvice } from './start-advice.ts'

/** Stopping takes 22 seconds at most while the database is reachable; the units and containers allow 25. */
const maxStopMilliseconds = 25_000
/** A proxy that polls `/readyz` every second or two has noticed by then. */
const visitorsMilliseconds = 3000
/** By then the first visitors have been served. */
const visitorsAreHereMilliseconds = 2000

const output = openStandardOutput()
let log = createLog('info', output)
const buildDirectory = path.resolve(import.meta.dirname, '../../dist/web')

try {
  const config = readConfig()
  log = createLog(config.logLevel, output, countErrorLine)
  for (const sentence of listMisspelt()) log.warn(sentence)
  const ready = Promise.withResolvers<undefined>()
  const texts = readTextFiles()
  const [product] = await Promise.all([
    startProduct({
      config,
      log,
      clock: () => new Date(),
      texts,
      pages: builtPages(buildDirectory, ready.promise),
    }),
    productTextFiles(),
  ])
  if (config.production && config.paypal.driver === 'hosted') {
    log.warn(
      'PAYPAL_DRIVER=hosted was never tested against the real PayPal; see docs/decisions/0011',
    )
  }
  if (config.production && config.trustedProxies.length === 0) {
    log.warn(
      'TRUSTED_PROXIES is not set: behind a proxy all visitors count as one and share the limits',
    )
  }
  log.info({ address: config.publicOrigin }, 'ready')
  product
    .checkConnections()
    .catch((err: unknown) => log.warn({ err }, 'the connections are not tested'))
  // Loads the pages' program, so that the first visitor need not wait for it.
  ready.resolve(undefined)
  // Now, because a killed process writes nothing when it ends.
  flushCompileCache()
  setTimeout(releaseMemory, visitorsAreHereMilliseconds).unref()
  // The supervisor restarts the process; without its database it would only look alive.
  void product.failed.then((error) => {
    log.fatal({ err: error }, 'cannot continue')
    process.exit(1)
  })
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ signal }, 'stopping at once')
      process.exit(1)
    }
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, maxStopMilliseconds)
    product.stop({ visitors: config.production ? visitorsMilliseconds : 0 }).then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await createDocuments(await texts, filesSite).check()
} catch (error) {
  if (error instanceof ConfigError || error instanceof ContentFault || error instanceof SiteFault) {
    process.stderr.write(`${error.message}\n`)
  } else {
    log.fatal({ err: error }, 'cannot start')
    const advice = startAdvice(error)
    if (advice) process.stderr.write(`${advice}\n`)
  }
  process.exit(1)
}

/**
 * Frees the 10 MB that only the start needed, which V8 would keep until much more garbage has come
 * on top. Takes a tenth of a second. Does nothing without `--expose-gc`.
 */
function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
