import { firstPageSize } from './first-page-size.ts'
import { hotAccount } from './hot-account.ts'
import { purchase } from './purchase.ts'
import { shopItems } from './shop-items.ts'
import { startToReady } from './start-to-ready.ts'

/** Every figure by the name that `npm run bench -- <name>` takes. */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  'first-page-size': firstPageSize,
  'hot-account': hotAccount,
  purchase,
  'shop-items': shopItems,
  'start-to-ready': startToReady,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`No figure ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  await bench()
}
