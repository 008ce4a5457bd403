import { onTestFinished } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { startFakeProduct, type FakeProduct } from './product.ts'

export interface Fixture {
  readonly origin: string
  readonly product: FakeProduct
  /** Calls `/_sandbox/…` with a JSON body. */
  readonly control: (call: string, body: object) => Promise<Response>
}

/** A sandbox for one test, with a receiver of its webhooks. */
export async function startFixture(): Promise<Fixture> {
  const product = await startFakeProduct()
  const sandbox = await startSandbox({ port: 0, productOrigin: product.origin })
  onTestFinished(async () => {
    await sandbox.close()
    await product.close()
  })
  return {
    origin: sandbox.origin,
    product,
    control: (call, body) =>
      fetch(`${sandbox.origin}/_sandbox/${call}`, { method: 'POST', body: JSON.stringify(body) }),
  }
}
