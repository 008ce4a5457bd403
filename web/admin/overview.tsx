import { useState, type ReactNode } from 'react'
import {
  findDemoData,
  removeDemoData,
  type ConnectionFault,
  type SalesView,
} from '#contract/staff.ts'
import { describeFinding } from '#domain/connection-faults.ts'
import { cents } from '#domain/money.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import {
  ordersAddress,
  sectionAddress,
  sectionsOf,
  skinsAddress,
  type AdminSection,
} from '#web/admin-kit/address.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo, useRole } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery, useSales } from '#web/admin-kit/use-admin-data.ts'
import { formatMoment } from '#web/admin-kit/values.tsx'
import { Icon } from '#web/art/icon.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { ButtonLink } from '#web/app/links.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { formatCents, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'

/** Income, refunds, and the staff's open tasks. */
export function OverviewSection() {
  const loaded = useSales()
  return (
    <LoadedSection
      title={m.admin_overview()}
      lead={m.admin_overview_lead()}
      loaded={loaded}
      skeletons={
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      }
    >
      {(sales) => <Figures sales={sales} />}
    </LoadedSection>
  )
}

function Figures({ sales }: { readonly sales: SalesView }) {
  const isTest = sales.providerMode === 'test'
  const mayRemoveDemo = useMayDo('demo')
  return (
    <>
      <Notice
        tone={isTest ? 'warning' : 'success'}
        title={isTest ? m.admin_test_title() : m.admin_live_title()}
        className="mb-6"
      >
        {isTest ? m.admin_test_text() : m.admin_live_text()}
      </Notice>
      {sales.connectionFaults.map((fault) => (
        <ConnectionNotice key={`${fault.provider} ${fault.code}`} fault={fault} />
      ))}
      {mayRemoveDemo && <DemoDataNotice />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {sales.money && <Money paidOrders={sales.paidOrders} money={sales.money} />}
        <ToDo sales={sales} />
      </div>
    </>
  )
}

/** What a provider refuses, and what to do about it. */
function ConnectionNotice({ fault }: { readonly fault: ConnectionFault }) {
  const { title, action } = describeFinding(staffTexts(), fault.provider, fault.code)
  return (
    <Notice tone="error" title={title} className="mb-6">
      <p>{action}</p>
      <p className="mt-2 text-sm wrap-anywhere">
        {m.admin_connection_since({ time: formatMoment(fault.since), detail: fault.detail })}
      </p>
    </Notice>
  )
}

/** Says that the shop is filled with demo data, as long as it is, and removes it. */
function DemoDataNotice() {
  const { value } = useAdminQuery(findDemoData)
  const [isAsking, setIsAsking] = useState(false)
  if (!value?.filledAt) return null
  return (
    <>
      <Notice
        tone="warning"
        title={m.admin_demo_title()}
        className="mb-6"
        action={
          <Button tone="secondary" onClick={() => setIsAsking(true)}>
            {m.admin_demo_remove()}
          </Button>
        }
      >
        {m.admin_demo_text({ time: formatMoment(value.filledAt) })}
      </Notice>
      {isAsking && <RemoveDemoDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

function RemoveDemoDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    send: async () => {
      await adminCall(removeDemoData)
      toast({ title: m.admin_demo_removed(), tone: 'success' })
      onClose()
      // Everything on every page may have been a part of it.
      await queryClient.invalidateQueries()
    },
    explain: failureText,
  })
  return (
    <FormDialog
      form={form}
      title={m.admin_demo_question()}
      failureTitle={m.admin_demo_failed()}
      submit={m.admin_demo_remove()}
      pending={m.admin_demo_removing()}
      cancel={m.admin_cancel()}
      onClose={onClose}
    >
      <p className="text-muted">{m.admin_demo_question_text()}</p>
    </FormDialog>
  )
}

interface MoneyProps extends Pick<SalesView, 'paidOrders'> {
  readonly money: NonNullable<SalesView['money']>
}

function Money({ paidOrders, money }: MoneyProps) {
  return (
    <Panel title={m.admin_money()}>
      <dl className="grid gap-3">
        <Figure label={m.admin_paid_orders()} note={m.admin_paid_orders_note()}>
          {formatNumber(paidOrders)}
        </Figure>
        <Figure label={m.admin_received()} note={m.admin_received_note()}>
          {formatCents(cents(money.receivedCents))}
        </Figure>
        <Figure
          label={m.admin_refunded()}
          note={m.admin_refunded_note()}
          tone={money.refundedCents > 0 ? 'text-loss' : 'text-muted'}
        >
          {formatDeduction(money.refundedCents)}
        </Figure>
        <Figure
          label={m.admin_disputed()}
          note={m.admin_disputed_note()}
          tone={money.disputedCents > 0 ? 'text-amber' : 'text-muted'}
        >
          {formatDeduction(money.disputedCents)}
        </Figure>
        <Figure
          label={m.admin_net()}
          note={m.admin_net_note()}
          tone="text-crystal text-3xl"
          className="mt-1 border-t border-line-strong pt-4"
        >
          {formatCents(cents(money.netCents))}
        </Figure>
      </dl>
    </Panel>
  )
}

/** A deduction, with a minus unless it is zero. */
function formatDeduction(amountCents: number): string {
  const amount = formatCents(cents(amountCents))
  return amountCents === 0 ? amount : `−${amount}`
}

interface FigureProps {
  readonly label: string
  readonly note: string
  readonly tone?: string
  readonly className?: string
  readonly children: ReactNode
}

function Figure({ label, note, tone, className, children }: FigureProps) {
  return (
    <div className={classNames('flex items-start justify-between gap-x-6', className)}>
      <dt className="min-w-0">
        <span className="font-display font-semibold">{label}</span>
        <span className="block text-sm text-muted">{note}</span>
      </dt>
      <dd
        className={classNames(
          'ml-auto font-display text-2xl font-bold whitespace-nowrap tabular-nums',
          tone,
        )}
      >
        {children}
      </dd>
    </div>
  )
}

/** Of every request, so that we cannot know what waits at PayPal. */
const refusals: ReadonlySet<string> = new Set([
  'key_refused',
  'permission_missing',
  'seller_refused',
])

function ToDo({ sales }: { readonly sales: SalesView }) {
  const role = useRole()
  const sections = role === null ? [] : sectionsOf(role)
  const isRefused = sales.connectionFaults.some(
    ({ provider, code }) => provider === 'paypal' && refusals.has(code),
  )
  const tasks: readonly (TaskProps & { readonly section: AdminSection })[] = [
    {
      section: 'orders',
      count: sales.toDeliverOrders,
      title: m.admin_to_deliver(),
      text: m.admin_to_deliver_text(),
      done: m.admin_to_deliver_none(),
      href: ordersAddress({ toDeliver: true }),
      link: m.admin_to_deliver_link(),
    },
    {
      section: 'inbox',
      count: sales.inboxPayments,
      title: m.admin_unmatched(),
      text: m.admin_unmatched_text(),
      done: m.admin_unmatched_none(),
      isUnknown: isRefused,
      href: sectionAddress('inbox'),
      link: m.admin_unmatched_link(),
    },
    {
      section: 'orders',
      count: sales.paymentsToAccept,
      title: m.admin_to_accept(),
      text: m.admin_to_accept_text(),
      done: m.admin_to_accept_none(),
      isUnknown: isRefused,
      href: ordersAddress({ status: 'processing' }),
      link: m.admin_to_accept_link(),
    },
    {
      section: 'perks',
      count: sales.perksToHandle,
      title: m.admin_perks_to_do(),
      text: m.admin_perks_to_do_text(),
      done: m.admin_perks_to_do_none(),
      href: sectionAddress('perks'),
      link: m.admin_perks_to_do_link(),
    },
    ...(sales.adaptersToEnable > 0
      ? [
          {
            section: 'perks' as const,
            count: sales.adaptersToEnable,
            title: m.admin_perks_to_enable({ count: sales.adaptersToEnable }),
            text: m.admin_perks_to_enable_text(),
            href: sectionAddress('perks'),
            link: m.admin_perks_to_enable_link(),
          },
        ]
      : []),
    {
      section: 'skins',
      count: sales.toHandOverSkins,
      title: m.admin_kr_skins_to_do(),
      text: m.admin_kr_skins_to_do_text(),
      done: m.admin_kr_skins_to_do_none(),
      href: skinsAddress({ toDeliver: true }),
      link: m.admin_kr_skins_to_do_link(),
    },
    {
      section: 'team',
      count: sales.reportedListings,
      title: m.admin_team_to_do(),
      text: m.admin_team_to_do_text(),
      done: m.admin_team_to_do_none(),
      href: sectionAddress('team'),
      link: m.admin_team_to_do_link(),
    },
  ]
  return (
    <Panel title={m.admin_to_do()}>
      <ul className="grid gap-5">
        {tasks.map(
          ({ section, ...task }) =>
            sections.includes(section) && <Task key={task.href + task.title} {...task} />,
        )}
      </ul>
    </Panel>
  )
}

interface TaskProps {
  readonly count: number
  readonly title: string
  readonly text: string
  /** Shown when there is nothing to do; not needed where it is then left out. */
  readonly done?: string
  /** Whether there may be more than we can know. */
  readonly isUnknown?: boolean
  readonly href: string
  readonly link: string
}

function Task({ count, title, text, done, isUnknown = false, href, link }: TaskProps) {
  const isDone = count === 0
  const nothing = isUnknown ? m.admin_unknown_while_refused() : done
  return (
    <li
      className={classNames(
        'flex gap-4 border-l-4 py-1 pl-4',
        isDone ? 'border-line' : 'border-amber',
      )}
    >
      <span className="grid min-w-10 place-content-center font-display text-3xl font-bold tabular-nums">
        {isDone ? <DoneMark isUnknown={isUnknown} /> : formatNumber(count)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-display font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-muted">{isDone ? nothing : text}</p>
        {!isDone && (
          <ButtonLink href={href} tone="secondary" className="mt-3">
            {link}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function DoneMark({ isUnknown }: { readonly isUnknown: boolean }) {
  return isUnknown ? (
    <span aria-hidden="true" className="text-muted">
      ?
    </span>
  ) : (
    <Icon name="check" className="size-7 text-crystal" />
  )
}
