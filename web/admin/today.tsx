import { useRef, type RefObject } from 'react'
import {
  findDemoData,
  removeDemoData,
  type ConnectionFault,
  type TodayKind,
  type TodayView,
} from '#contract/staff.ts'
import { describeFinding, providerNames } from '#domain/connection-faults.ts'
import { incomePeriods } from '#domain/income-periods.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { playersAddress, sectionAddress, sectionOf, sectionsOf } from '#web/admin-kit/address.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo, useRole } from '#web/admin-kit/session.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import { useAdminQuery, useToday, type Loaded } from '#web/admin-kit/use-admin-data.ts'
import { formatAmount, formatMoment, Moment } from '#web/admin-kit/values.tsx'
import { Icon } from '#web/art/icon.tsx'
import { ButtonLink, TextLink } from '#web/app/links.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { site } from '#web/app/site.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sectionLabels } from './section-menu.tsx'

export function TodaySection() {
  const loaded = useToday()
  return (
    <LoadedSection
      title={m.admin_today()}
      lead={m.admin_today_lead()}
      loaded={loaded}
      skeletons={
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      }
    >
      {(today) => <Parts today={today} />}
    </LoadedSection>
  )
}

function Parts({ today }: { readonly today: TodayView }) {
  const tested = (['paypal', 'stripe'] as const).filter((name) => today.modes[name] === 'test')
  const maySeeOrders = useMayDo('orders.read')
  const mayRemoveDemo = useMayDo('demo')
  const maySeePerks = useMayDo('perks.read')
  const below = useRef<HTMLDivElement>(null)
  return (
    <>
      {maySeeOrders && tested.length > 0 && (
        <Notice tone="warning" title={m.admin_test_title()} className="mb-6">
          {m.admin_test_text({ providers: tested.map((name) => providerNames[name]).join(', ') })}
        </Notice>
      )}
      {mayRemoveDemo && <DemoDataNotice below={below} />}
      <div
        ref={below}
        tabIndex={-1}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <ToDo today={today} />
        <div className="grid gap-6">
          {today.money && <Money money={today.money} />}
          {maySeePerks && <Ending ending={today.ending} />}
        </div>
      </div>
    </>
  )
}

function ToDo({ today: { todo, connectionFaults } }: { readonly today: TodayView }) {
  const lines = [...Map.groupBy(todo, ({ kind }) => kind)]
  return (
    <Panel title={m.admin_to_do()}>
      {lines.length === 0 ? (
        <div className="flex gap-4 border-l-4 border-crystal py-1 pl-4">
          <Icon name="check" className="size-7 shrink-0 text-crystal" />
          <div>
            <p className="font-display font-semibold">{m.admin_todo_none()}</p>
            <p className="mt-0.5 text-sm text-muted">{m.admin_todo_none_text()}</p>
          </div>
        </div>
      ) : (
        <ul aria-label={m.admin_to_do()} className="grid gap-6">
          {lines.map(([kind, entries]) => (
            <Line
              key={kind}
              kind={kind}
              entries={entries}
              faults={kind === 'connection_faults' ? connectionFaults : []}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface LineProps {
  readonly kind: TodayKind
  /** One for each place in which there is something of the kind. */
  readonly entries: TodayView['todo']
  readonly faults: readonly ConnectionFault[]
}

function Line({ kind, entries, faults }: LineProps) {
  const role = useRole()
  const open = role === null ? [] : sectionsOf(role)
  const places = entries.flatMap((entry) => {
    const section = sectionOf(entry.address)
    return section && open.includes(section) ? [{ ...entry, section }] : []
  })
  const [oldest] = entries
  const due = entries.find(({ dueAt }) => dueAt !== undefined)?.dueAt
  return (
    <li className="flex gap-4 border-l-4 border-amber py-1 pl-4">
      <span className="min-w-10 text-center font-display text-3xl font-bold tabular-nums">
        {formatNumber(entries.reduce((sum, { count }) => sum + count, 0))}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-display font-semibold">{m.admin_todo_title({ kind })}</p>
        {due !== undefined && (
          <p className="font-semibold text-amber">
            {kind === 'approval_ends'
              ? m.admin_todo_ends({ day: formatLongDay(due) })
              : m.admin_todo_due({ time: formatMoment(due) })}
          </p>
        )}
        <p className="mt-0.5 text-sm text-muted">{m.admin_todo_text({ kind })}</p>
        {oldest && (
          <p className="mt-0.5 text-sm text-muted">
            {m.admin_todo_since({ time: formatMoment(oldest.oldestAt) })}
          </p>
        )}
        {faults.map((fault) => (
          <Fault key={`${fault.provider} ${fault.code}`} fault={fault} />
        ))}
        <div className="mt-3 flex flex-wrap gap-3">
          {places.map(({ address, section, count }) => (
            <ButtonLink key={address} href={address} tone="secondary">
              <span>
                {/* The other views of the section have nothing to do. */}
                {section === 'site' ? m.admin_monetisation() : sectionLabels[section]()}
              </span>
              {places.length > 1 && <span>{`· ${formatNumber(count)}`}</span>}
            </ButtonLink>
          ))}
        </div>
      </div>
    </li>
  )
}

function Fault({ fault }: { readonly fault: ConnectionFault }) {
  const { title, action } = describeFinding(staffTexts(), fault.provider, fault.code)
  return (
    <div className="mt-3 border-l-4 border-loss bg-loss-deep p-3">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-sm">{action}</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {m.admin_connection_since({ time: formatMoment(fault.since), detail: fault.detail })}
      </p>
    </div>
  )
}

/** Says that the shop is filled with demo data, as long as it is, and removes it. */
function DemoDataNotice({ below }: { readonly below: RefObject<HTMLElement | null> }) {
  const { value } = useAdminQuery(findDemoData)
  if (!value?.filledAt) return null
  return (
    <Notice
      tone="warning"
      title={m.admin_demo_title()}
      className="mb-6"
      action={
        <AskButton
          tone="secondary"
          label={m.admin_demo_remove()}
          owner={below}
          done={m.admin_demo_removed()}
          title={m.admin_demo_question()}
          failureTitle={m.admin_demo_failed()}
          pending={m.admin_demo_removing()}
          send={() => adminCall(removeDemoData)}
          // Everything on every page may have been a part of it.
          refresh={() => void queryClient.invalidateQueries()}
        >
          {m.admin_demo_question_text()}
        </AskButton>
      }
    >
      {m.admin_demo_text({ time: formatMoment(value.filledAt) })}
    </Notice>
  )
}

type Income = NonNullable<TodayView['money']>

function Money({ money }: { readonly money: Income }) {
  const { timeZone } = site().server.restarts
  return (
    <Panel title={m.admin_money()}>
      <dl className="grid gap-4">
        {incomePeriods.map((period) => (
          <div key={period} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <dt className="max-w-56 text-sm text-muted">{m.admin_income_period({ period })}</dt>
            <dd className="ml-auto flex gap-x-4 font-display text-xl font-bold whitespace-nowrap tabular-nums">
              <span>{formatAmount(money[period].eurCents, 'EUR')}</span>
              <span>{formatAmount(money[period].usdCents, 'USD')}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 border-t border-line-strong pt-4 text-sm text-muted">
        {m.admin_income_note({ timeZone })}
      </p>
    </Panel>
  )
}

function Ending({ ending }: Pick<TodayView, 'ending'>) {
  return (
    <Panel title={m.admin_ending()}>
      {ending.length === 0 ? (
        <p className="text-muted">{m.admin_ending_none()}</p>
      ) : (
        <ul aria-label={m.admin_ending()} className="grid gap-2">
          {ending.map(({ steamId, name, perk, endsAt }) => (
            <li
              key={`${steamId} ${perk}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4"
            >
              <TextLink href={playersAddress({ steamId })}>
                <span translate="no" className="wrap-anywhere">
                  {name ?? steamId}
                </span>
              </TextLink>
              <span className="text-sm text-muted">
                <span>{perkName(perk)}</span> · <Moment iso={endsAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Above the page that `/admin` is: how much is to do, and what came in today. */
export function TodayStrip({ today: loaded }: { readonly today: Loaded<TodayView> }) {
  const { value: today, isLoading } = loaded
  if (!today) return isLoading && <Skeleton className="mb-8 h-16" />
  const count = today.todo.reduce((sum, entry) => sum + entry.count, 0)
  const income = today.money?.today
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-l-4 border-crystal bg-surface px-4 py-2">
      <TextLink href={sectionAddress('today')}>
        {count === 0 ? m.admin_todo_none() : m.admin_todo_strip({ count })}
      </TextLink>
      {today.connectionFaults.map(({ provider, code }) => (
        <span key={`${provider} ${code}`} className="text-sm text-amber">
          {describeFinding(staffTexts(), provider, code).title}
        </span>
      ))}
      {income && (
        <p className="tabular-nums">
          {m.admin_income_today({
            eur: formatAmount(income.eurCents, 'EUR'),
            usd: formatAmount(income.usdCents, 'USD'),
          })}
        </p>
      )}
    </div>
  )
}
