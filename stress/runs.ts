import { abandonedCheckouts } from './abandoned-checkouts.ts'
import { authorisation } from './authorisation.ts'
import { balanceRaces } from './balance-races.ts'
import { captureFlood, tokenFlood } from './floods/costly-calls.ts'
import { carts } from './carts.ts'
import { deliveries } from './deliveries.ts'
import { discordInteractions } from './discord-interactions.ts'
import { floods } from './floods.ts'
import { fuzzRun } from './fuzz.ts'
import { headersRun } from './headers.ts'
import { hostileImages } from './hostile-images.ts'
import { importStall } from './import-stall.ts'
import { killedMigrations } from './killed-migrations.ts'
import { kills, krKills } from './kills.ts'
import { ledgerModel } from './ledger-model.ts'
import { lostPaypalWebhooks } from './lost-paypal-webhooks.ts'
import { lostStripeWebhooks } from './lost-stripe-webhooks.ts'
import { manyStreams } from './many-streams.ts'
import { offers } from './offers.ts'
import { oneKey } from './one-key.ts'
import { processKills } from './process-kills.ts'
import { providerFaults } from './provider-faults.ts'
import { restarts } from './restarts.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'
import type { StressRun } from './define-stress.ts'
import { unsafeSettingsRun } from './unsafe-settings.ts'
import { paypalWebhooks, stripeWebhooks } from './webhooks.ts'

/** Every stress run by its name; `npm run stress -- <name> --option=number`, without a name all of them. */
export const stressRuns: Readonly<Record<string, StressRun>> = {
  'abandoned-checkouts': abandonedCheckouts,
  authorisation,
  'balance-races': balanceRaces,
  'capture-flood': captureFlood,
  carts,
  deliveries,
  'discord-interactions': discordInteractions,
  floods,
  fuzz: fuzzRun,
  headers: headersRun,
  'hostile-images': hostileImages,
  'import-stall': importStall,
  'killed-migrations': killedMigrations,
  kills,
  'kr-kills': krKills,
  'ledger-model': ledgerModel,
  'lost-paypal-webhooks': lostPaypalWebhooks,
  'lost-stripe-webhooks': lostStripeWebhooks,
  'many-streams': manyStreams,
  offers,
  'one-key': oneKey,
  'paypal-webhooks': paypalWebhooks,
  'process-kills': processKills,
  'provider-faults': providerFaults,
  restarts,
  'slow-clients': slowClients,
  soak,
  'stripe-webhooks': stripeWebhooks,
  'token-flood': tokenFlood,
  'unsafe-settings': unsafeSettingsRun,
}

/** What is recorded under another name, because a figure of `npm run bench` has the same one. */
export const recordNames: Readonly<Record<string, string>> = {
  deliveries: 'deliveries-under-faults',
}
