import { describePurchaseKills } from '../stress/purchase-kill-suite.ts'

describePurchaseKills('postgres')
