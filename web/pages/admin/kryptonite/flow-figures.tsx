import type { FlowsView } from '#contract/admin-kryptonite.ts'
import { sumDays } from '#web/admin/flow-bins.ts'
import { cents } from '#domain/money.ts'
import { formatDollars } from '#web/i18n/format-dollars.ts'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'

/** The sums of the time that is shown, and the Kr that players hold now. */
export function FlowFigures({ flows }: { readonly flows: FlowsView }) {
  const total = sumDays(flows.days)
  const spent = -(total?.krByType.skin_purchase ?? 0)
  return (
    <dl className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      <Figure label={m.admin_kr_circulation()} isMain>
        {formatKr(flows.krInCirculation)}
      </Figure>
      <Figure label={m.admin_kr_sales()}>{formatDollars(cents(total?.packNetCents ?? 0))}</Figure>
      <Figure label={m.admin_kr_packs_sold()}>{formatNumber(total?.packsSold ?? 0)}</Figure>
      <Figure label={m.admin_kr_spent()}>{formatKr(spent)}</Figure>
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly children: string
  readonly isMain?: boolean
}

function Figure({ label, children, isMain = false }: FigureProps) {
  return (
    <div className="bg-surface p-4 sm:p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('mt-1 kr text-2xl whitespace-nowrap', isMain && 'text-crystal')}>
        {children}
      </dd>
    </div>
  )
}
