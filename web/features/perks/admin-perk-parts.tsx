import * as contract from '#contract/admin-perks.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { faultText } from './admin-perk-texts.ts'

/** Requests in the background whatever a change may have changed. */
export function refreshPerks(): void {
  refreshFigures(
    contract.listGrants,
    contract.listAdapters,
    contract.listFileVersions,
    contract.listPerkBatches,
  )
}

// An adapter waits up to 25 s for a machine that does not answer, and longer for a slow one.
const checkTimeoutMs = 60_000

/** Tries an adapter; whatever waits for it is then tried again. */
export async function checkAdapter(name: string): Promise<contract.AdapterCheck> {
  const result = await adminCall(contract.checkAdapter, {
    params: { name },
    timeoutMs: checkTimeoutMs,
  })
  refreshPerks()
  return result
}

interface FaultBoxProps {
  readonly code: string
  /** What the other program or machine reported. */
  readonly detail: string | null
  /** Whether it stays until the staff has done something. */
  readonly isForOwner: boolean
}

/** Why something is not delivered and what to do. */
export function FaultBox({ code, detail, isForOwner }: FaultBoxProps) {
  return (
    <div
      className={classNames(
        'border-l-4 p-3.5 sm:p-4',
        isForOwner ? 'border-amber bg-amber-deep' : 'border-line-strong bg-surface',
      )}
    >
      <p>
        {isForOwner && (
          <span className="font-display font-semibold text-amber">{m.admin_what_to_do()} </span>
        )}
        <span>{faultText(code)}</span>
      </p>
      {detail !== null && detail !== '' && (
        <p className="mt-1.5 text-sm text-muted">
          {m.admin_perks_answer()}{' '}
          <span lang="en" className="font-mono text-[0.8125rem] wrap-anywhere">
            {detail}
          </span>
        </p>
      )}
    </div>
  )
}
