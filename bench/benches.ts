import { deliveries } from './deliveries.ts'
import { donation } from './donation.ts'
import { eventStreams } from './event-streams.ts'
import { firstPageSize } from './first-page-size.ts'
import { freshClone } from './fresh-clone.ts'
import { homePage } from './home-page.ts'
import { hotAccount } from './hot-account.ts'
import { idle } from './idle.ts'
import { memory } from './memory.ts'
import { pageAfterChange } from './page-after-change.ts'
import { besideBarePages } from './pages/beside-bare-pages.ts'
import { pageQuality } from './pages/page-quality.ts'
import { pageWeight } from './pages/page-weight.ts'
import { purchase } from './purchase.ts'
import { shopItems } from './shop-items.ts'
import { startToReady } from './start-to-ready.ts'
import { teamListings } from './team-listings.ts'
import { twoProcesses } from './two-processes.ts'
import { wholeSuite } from './whole-suite.ts'

/** Measures and reports. Options are those of `npm run bench -- <name> --option=value`. */
export type Bench = (options: ReadonlyMap<string, string>) => Promise<void>

/** Every figure by the name that `npm run bench -- <name>` takes. */
export const benches: Readonly<Record<string, Bench>> = {
  'beside-bare-pages': besideBarePages,
  deliveries,
  donation,
  'event-streams': eventStreams,
  'first-page-size': firstPageSize,
  'fresh-clone': freshClone,
  'home-page': homePage,
  'hot-account': hotAccount,
  idle,
  memory,
  'page-after-change': pageAfterChange,
  'page-quality': pageQuality,
  'page-weight': pageWeight,
  purchase,
  'shop-items': shopItems,
  'start-to-ready': startToReady,
  'team-listings': teamListings,
  'two-processes': twoProcesses,
  'whole-suite': wholeSuite,
}
