import { useNavigate } from '#web/components/use-navigate.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { refreshBalance } from '#web/kryptonite/balance-store.ts'
import { useSettlement } from '#web/kryptonite/use-settlement.ts'
import { paths } from '#web/paths.ts'
import { readStored, writeStored } from '#web/storage/browser-storage.ts'
import { toast } from '#web/toasts.ts'
import { SettlementScreen } from './settlement-screen.tsx'

const toldSessionKey = 'toldKryptoSession'

/** Where Stripe sends players back to: looks what has become of the payment. */
export default function KryptoSuccessPage() {
  const navigate = useNavigate()
  const { settlement, isAsking, askNow } = useSettlement({
    onMissing: () => navigate(paths.kryptoPoints(), { replace: true }),
    onCredited: tellCredited,
    onTrouble: tellTrouble,
  })
  return <SettlementScreen settlement={settlement} isAsking={isAsking} onAsk={askNow} />
}

function tellCredited(sessionId: string, totalKr: number): void {
  void refreshBalance()
  // A reload is no second purchase.
  if (readStored('sessionStorage', toldSessionKey) === sessionId) return
  writeStored('sessionStorage', toldSessionKey, sessionId)
  toast({ title: m.packs_success_toast({ kr: formatNumber(totalKr) }), tone: 'success' })
}

function tellTrouble(): void {
  toast({ title: m.packs_trouble_toast(), tone: 'destructive' })
}
