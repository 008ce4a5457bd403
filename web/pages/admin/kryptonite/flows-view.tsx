import { useCallback, useId, useState } from 'react'
import { binFlows } from '#web/admin/flow-bins.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { useLoaded } from '#web/admin/use-loaded.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailure } from '#web/pages/admin/load-failure.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { FlowFigures } from './flow-figures.tsx'
import { FlowCharts } from './flow-charts.tsx'
import { LedgerCheck } from './ledger-check.tsx'

const spans = [30, 90, 365] as const
// A year of days is finer than a phone has pixels.
const daysPerBin: Readonly<Record<(typeof spans)[number], number>> = { 30: 1, 90: 1, 365: 7 }

/** What packs brought and how Kr flowed, over time. */
export function FlowsView() {
  const [span, setSpan] = useState<(typeof spans)[number]>(30)
  const flows = useLoaded(useCallback(() => krApi.fetchFlows(span), [span]))
  useLiveRefresh(flows.refresh)
  const { value, isLoading, failure, reload } = flows
  return (
    <>
      <SectionHeader
        level={3}
        title={m.admin_kr_flows()}
        lead={m.admin_kr_flows_lead()}
        isLoading={isLoading}
        onReload={reload}
      />
      <SpanChoice span={span} onChange={setSpan} />
      {failure !== null && <LoadFailure failure={failure} onRetry={reload} />}
      {value?.providerMode === 'test' && (
        <Notice tone="warning" title={m.admin_test_title()} className="mb-6">
          {m.admin_kr_test_text()}
        </Notice>
      )}
      {value === null && isLoading && (
        <div className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      )}
      {value !== null && (
        <div
          aria-busy={isLoading}
          className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity duration-200 aria-busy:opacity-60"
        >
          <FlowFigures flows={value} />
          <FlowCharts bins={binFlows(value.days, binSize(value.days.length))} />
          <LedgerCheck />
        </div>
      )}
    </>
  )
}

/** By the days that are shown, which are those of the span before while the next ones are on their way. */
function binSize(days: number): number {
  const span = spans.find((candidate) => candidate >= days) ?? 365
  return daysPerBin[span]
}

interface SpanChoiceProps {
  readonly span: number
  readonly onChange: (span: (typeof spans)[number]) => void
}

function SpanChoice({ span, onChange }: SpanChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-display font-semibold">{m.admin_kr_span()}</legend>
      <div className="flex flex-wrap gap-2">
        {spans.map((days) => (
          <label
            key={days}
            className="inline-flex min-h-11 cursor-pointer items-center border border-line-strong px-4 text-muted has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              value={days}
              checked={days === span}
              onChange={() => onChange(days)}
              className="sr-only"
            />
            {m.admin_kr_span_days({ days: String(days) })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
