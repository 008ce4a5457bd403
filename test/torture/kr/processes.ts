import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import type { DatabaseLocation } from '../../../server/db/database.ts'
import { startProduct, type ProductSettings, type RunningProduct } from '../../product.ts'

/** The product as one or more processes on one database, behind one address. */
export interface Processes {
  readonly origin: string
  readonly sandboxOrigin: string
  readonly stop: () => Promise<void>
}

/** Players come from everywhere; the product would count them as one otherwise. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' } as const

export function databaseSettings(location: DatabaseLocation): ProductSettings {
  return location.kind === 'postgres'
    ? { DATABASE_URL: location.url }
    : { DATA_DIR: location.directory }
}

/** The embedded database is for one process, whatever is asked for. */
export async function startProcesses(
  location: DatabaseLocation,
  count: number,
): Promise<Processes> {
  const settings = { ...databaseSettings(location), ...behindProxy }
  if (location.kind === 'embedded' || count === 1) return startProduct(settings)
  const ports: number[] = []
  const balancer = await listen(spreadOver(ports))
  const origin = `http://127.0.0.1:${balancer.port}`
  const products: RunningProduct[] = []
  const stop = async (): Promise<void> => {
    balancer.server.close()
    await Promise.all(products.map((product) => product.stop()))
  }
  try {
    // One after the other: the first one makes the tables, and all ask the first one's providers.
    while (products.length < count) {
      const first = products[0]
      const product = await startProduct({
        ...settings,
        PUBLIC_ORIGIN: origin,
        ...(first && { SANDBOX_PORT: new URL(first.sandboxOrigin).port }),
      })
      products.push(product)
      ports.push(Number(new URL(product.origin).port))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, sandboxOrigin: products[0]?.sandboxOrigin ?? '', stop }
}

/** Each new connection goes to the next process. */
function spreadOver(ports: readonly number[]): Server {
  let turn = 0
  return createServer((client) => {
    const port = ports[turn++ % ports.length]
    if (port === undefined) {
      client.destroy()
      return
    }
    const server = connect({ port, host: '127.0.0.1' })
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
    client.pipe(server).pipe(client)
  })
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, resolve)
  await promise
  return { server, port: portOf(server.address()) }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}
