import { firstPageSize } from './first-page-size.ts'
import { homePage } from './home-page.ts'
import { hotAccount } from './hot-account.ts'
import { pageQuality } from './pages/page-quality.ts'
import { purchase } from './purchase.ts'
import { shopItems } from './shop-items.ts'
import { startToReady } from './start-to-ready.ts'
import { teamListings } from './team-listings.ts'

/** Every figure by the name that `npm run bench -- <name> --option=value` takes. */
const benches: Readonly<Record<string, (options: ReadonlyMap<string, string>) => Promise<void>>> = {
  'first-page-size': firstPageSize,
  'home-page': homePage,
  'hot-account': hotAccount,
  'page-quality': pageQuality,
  purchase,
  'shop-items': shopItems,
  'start-to-ready': startToReady,
  'team-listings': teamListings,
}

const [wanted, options] = readArguments(process.argv.slice(2))
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`No figure ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  await bench(options)
}

function readArguments(
  words: readonly string[],
): [names: readonly string[], options: ReadonlyMap<string, string>] {
  const given = words.flatMap((word) => {
    const [, name, value] = /^--([a-z]+)=(.+)$/.exec(word) ?? []
    return name !== undefined && value !== undefined ? [[name, value] as const] : []
  })
  return [words.filter((word) => !word.startsWith('--')), new Map(given)]
}
