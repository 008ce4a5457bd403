import { useState } from 'react'
import type { LedgerCheckView } from '#contract/admin-kryptonite.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'

type Outcome =
  | { readonly check: LedgerCheckView; readonly failure?: never }
  | { readonly check?: never; readonly failure: unknown }

/** Adds up the whole ledger anew and says whether every balance is what its lines make. */
export function LedgerCheck() {
  const [isPending, setIsPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function check() {
    setIsPending(true)
    setOutcome(null)
    try {
      setOutcome({ check: await krApi.checkLedger() })
    } catch (failure) {
      setOutcome({ failure })
    }
    setIsPending(false)
  }

  return (
    <Panel title={m.admin_kr_ledger()}>
      <p className="mb-5 max-w-2xl text-muted">{m.admin_kr_ledger_text()}</p>
      <Button
        tone="secondary"
        pending={isPending}
        pendingLabel={m.admin_kr_ledger_checking()}
        onClick={() => void check()}
      >
        {m.admin_kr_ledger_check()}
      </Button>
      {outcome?.check && <Result check={outcome.check} />}
      {outcome && !outcome.check && (
        <Notice live tone="error" title={m.admin_kr_ledger_failed()} className="mt-5">
          {failureText(outcome.failure)}
        </Notice>
      )}
    </Panel>
  )
}

function Result({ check }: { readonly check: LedgerCheckView }) {
  const counted = m.admin_kr_ledger_counted({
    balances: formatNumber(check.balances),
    lines: formatNumber(check.transactions),
  })
  if (check.differences.length === 0) {
    return (
      <Notice live tone="success" title={m.admin_kr_ledger_right()} className="mt-5">
        {counted}
      </Notice>
    )
  }
  return (
    <Notice live tone="error" title={m.admin_kr_ledger_wrong()} className="mt-5">
      <p>{counted}</p>
      <p className="mt-2">{m.admin_kr_ledger_wrong_text()}</p>
      {/* As the server says it, in the words that also stand in its log. */}
      <section
        lang="en"
        aria-label={m.admin_kr_ledger_wrong()}
        // It scrolls, so the keyboard must get into it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 max-h-80 overflow-auto"
      >
        <ul className="list-disc space-y-1 pl-5 font-mono text-sm wrap-anywhere">
          {check.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      </section>
    </Notice>
  )
}
