import { parseArgs } from 'node:util'
import { z } from 'zod'
import { gameServerIdentity, someGameServer } from './game-server/state.ts'
import { hostedButton } from './paypal/state.ts'
import { startSandbox } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3001' },
    product: { type: 'string', default: 'http://127.0.0.1:3000' },
    /** `[{"hostedButtonId": "…", "name": "…", "valueEuros": "10.00"}]` */
    'hosted-buttons': { type: 'string', default: '[]' },
    /** `{"name": "…", "map": "…"}` */
    'game-server': { type: 'string', default: JSON.stringify(someGameServer) },
  },
})

refuseProduction(process.env['NODE_ENV'])
const sandbox = await startSandbox({
  port: z.coerce.number().int().min(0).max(65_535).parse(values.port),
  productOrigin: new URL(values.product).origin,
  hostedButtons: z.array(hostedButton).parse(JSON.parse(values['hosted-buttons'])),
  asksProduct: true,
  gameServer: gameServerIdentity.parse(JSON.parse(values['game-server'])),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}
console.log(`sandbox ready ${sandbox.origin}`)

/** Anybody can pay with test money here. */
function refuseProduction(nodeEnvironment: string | undefined): void {
  if (nodeEnvironment !== 'production') return
  console.error('The sandbox does not start with NODE_ENV=production.')
  process.exit(1)
}
