import { findFreePort } from '#test/free-port.ts'
import { startProgram, waitUntilReady, type Program } from '#scripts/product/program.ts'

export interface RawPurchase {
  readonly port: number
  readonly program: Program
}

/** Starts a raw program on a database with the tables of `createRawTables`. */
export async function startRawPurchase(
  url: string,
  mode: 'function' | 'statements',
): Promise<RawPurchase> {
  const port = await findFreePort()
  const program = startProgram({
    name: `raw ${mode}`,
    command: ['bench/limits/raw-purchase.ts', url, String(port), mode],
    env: { PATH: process.env['PATH'] },
  })
  await waitUntilReady(program, `http://127.0.0.1:${port}/`)
  return { port, program }
}
