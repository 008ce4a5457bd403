import { describePurchaseKills } from './torture/purchase-kill-suite.ts'

describePurchaseKills('postgres')
