import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import {
  deliverGrant,
  listAdapters,
  listGrants,
  voidGrant,
  type AdminGrant,
} from '#contract/admin-perks.ts'
import { shownDeliveryStates } from '#contract/perks.ts'
import { toHexColor } from '#domain/color.ts'
import { movingStates } from '#domain/deliveries.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { noFilters, ordersAddress, type PerkFilters } from '#web/admin-kit/address.ts'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import {
  isDialogOpen,
  refreshFigures,
  useAdminAction,
  useLiveRefresh,
  usePagedList,
} from '#web/admin-kit/use-admin-data.ts'
import { SteamIdText, Moment } from '#web/admin-kit/values.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { TextLink } from '#web/app/links.tsx'
import { startPoll } from '#web/app/poll.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { ColorMark } from '#web/ui/marks.tsx'
import { checkAdapter, FaultBox, refreshPerks } from './admin-perk-parts.tsx'
import {
  adapterLabel,
  attemptAnswer,
  attemptText,
  becauseText,
  manual,
  deliveryText,
  deliveryTexts,
  faultText,
  grantState,
  hasEnded,
  periodText,
  sourceLabels,
} from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

interface GrantListProps {
  readonly filters: PerkFilters
  readonly onChange: (filters: PerkFilters) => void
}

/** What is not delivered yet, of everybody or of one Steam ID. */
export function GrantList({ filters, onChange }: GrantListProps) {
  const steamId = parseSteamId(filters.search)
  const isIncomplete = filters.search !== '' && !steamId.ok
  const list = usePagedList(
    listGrants,
    {
      steamId: steamId.ok ? steamId.steamId64 : null,
      state: filters.state ?? 'unfinished',
    },
    ({ grants }) => grants.toSorted((a, b) => urgency(b) - urgency(a)),
  )
  useLiveRefresh(list.refresh)
  usePollDeliveries(list.items, list.refresh)
  return (
    <ListSection
      level={3}
      title={m.admin_perks_waiting()}
      lead={m.admin_perks_waiting_lead()}
      list={list}
      filters={filters}
      onFilter={onChange}
      noFilters={{ state: null }}
      searchHint={isIncomplete ? m.admin_perks_search_incomplete() : m.admin_perks_search()}
      filterLayout="sm:grid-cols-[minmax(0,1fr)_18rem]"
      moreFilters={
        <SelectField
          label={m.admin_filter_status()}
          all={m.admin_perks_unfinished()}
          values={shownDeliveryStates}
          labelOf={(state) => deliveryTexts[state].label()}
          value={filters.state}
          onChange={(state) => onChange({ ...filters, state })}
        />
      }
      noneTitle={m.admin_perks_waiting_none()}
      none={m.admin_perks_waiting_none_text()}
    >
      {(grant) => <Grant grant={grant} onChange={list.replace} />}
    </ListSection>
  )
}

/** Whether a delivery of it will change without the staff. */
function isInProgress({ deliveries }: AdminGrant): boolean {
  return deliveries.some(({ adapter, state }) => adapter !== manual && movingStates.includes(state))
}

/** No event announces how deliveries go on, nor that an adapter works again. */
export function usePollDeliveries(grants: readonly AdminGrant[] | null, refresh: () => void): void {
  const isNeeded = grants?.some(isInProgress) ?? false
  const refreshLatest = useEffectEvent(async () => {
    refresh()
    refreshFigures(listAdapters)
  })

  useEffect(() => {
    if (!isNeeded) return undefined
    const polling = startPoll(
      () => refreshLatest(),
      () => document.hidden || isDialogOpen(),
    )
    return polling.stop
  }, [isNeeded])
}

/** What the staff has to do comes first. */
function urgency({ deliveries }: AdminGrant): number {
  if (deliveries.some(({ state }) => state === 'needs_owner')) return 2
  return deliveries.some(({ state }) => state === 'retrying') ? 1 : 0
}

interface GrantProps {
  readonly grant: AdminGrant
  readonly onChange: (grant: AdminGrant) => Promise<void>
}

export function Grant({ grant, onChange }: GrantProps) {
  const nowMs = useNow() ?? 0
  const { label, tone } = grantState(grant, nowMs)
  const { color } = grant.params
  const article = useRef<HTMLElement>(null)
  const hasRunOut = hasEnded(grant, nowMs)
  // What a ban stops is to be taken back as well.
  const isOver = hasRunOut || grant.stopped
  // Of a grant that is over or suspended, "delivered" would speak of what others still bring.
  const shown = grant.deliveries.filter(
    ({ state }) => state !== 'verified' || !grant.held || (!isOver && !grant.suspended),
  )
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={`${perkName(grant.perk)}, ${grant.steamId}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {color && <ColorMark hex={toHexColor(color)} className="size-4" />}
          <span className="font-display font-semibold wrap-anywhere">{perkName(grant.perk)}</span>
          <Badge tone={tone}>{label()}</Badge>
        </p>
        <SteamIdText steamId={grant.steamId} />
        <p className="text-sm">{periodText(grant)}</p>
        <Origin grant={grant} />
        <VoidButton grant={grant} isOffered={!hasRunOut} owner={article} />
      </div>
      <ul aria-label={m.admin_perks_deliveries()} className="grid content-start gap-4">
        {shown.map((delivery) => (
          <li key={delivery.adapter} className="min-w-0">
            <Delivery
              grant={grant}
              delivery={delivery}
              isOver={isOver}
              nowMs={nowMs}
              onChange={onChange}
            />
          </li>
        ))}
      </ul>
    </article>
  )
}

function Origin({ grant }: Pick<GrantProps, 'grant'>) {
  const { source, orderId, reason, grantedAt, voidedAt } = grant
  return (
    <>
      <p className="text-sm text-muted">
        {orderId === null ? (
          <span>{sourceLabels[source]()}</span>
        ) : (
          <TextLink href={ordersAddress({ ...noFilters, search: orderId })}>
            {sourceLabels[source]()}
          </TextLink>
        )}
        <span>, </span>
        <Moment iso={grantedAt} />
      </p>
      {reason !== null && (
        <p dir="auto" className="overflow-x-clip text-sm wrap-anywhere text-muted">
          {becauseText(reason)}
        </p>
      )}
      {voidedAt !== null && (
        <p className="text-sm text-loss">
          {m.admin_perks_voided_at()} <Moment iso={voidedAt} />
        </p>
      )}
    </>
  )
}

interface VoidButtonProps extends Pick<ComponentProps<typeof AskButton>, 'isOffered' | 'owner'> {
  readonly grant: AdminGrant
}

function VoidButton({ grant, isOffered, owner }: VoidButtonProps) {
  const mayTakeAll = useMayDo('perks.batch')
  const names = { perk: perkName(grant.perk), steamId: grant.steamId }
  return (
    <AskButton
      tone="quiet"
      className="mt-1 -ml-5"
      isOffered={isOffered && (mayTakeAll || grant.source === 'staff')}
      owner={owner}
      label={m.admin_perks_void()}
      name={m.admin_perks_void_label(names)}
      title={m.admin_perks_void_question()}
      failureTitle={m.admin_perks_void_failed()}
      pending={m.admin_perks_voiding()}
      asksReason
      send={(reason) => adminCall(voidGrant, { params: grant, body: { reason } })}
      refresh={refreshPerks}
      done={m.admin_perks_void_done()}
    >
      <p className="mb-2 text-ink">
        <span>{`${names.perk}, `}</span>
        <span translate="no" className="tabular-nums">
          {grant.steamId}
        </span>
        <span className="block text-muted">{periodText(grant)}</span>
      </p>
      <p>{m.admin_perks_void_text()}</p>
    </AskButton>
  )
}

type GrantDelivery = AdminGrant['deliveries'][number]

interface DeliveryProps extends GrantProps {
  readonly delivery: GrantDelivery
  /** Whether nothing is left to deliver, so that it is to be taken back. */
  readonly isOver: boolean
  readonly nowMs: number
}

function Delivery({ grant, delivery, isOver, nowMs, onChange }: DeliveryProps) {
  const { adapter, state, reason, detail, nextAt } = delivery
  const { label, tone } = deliveryText(grant, delivery, nowMs)
  const isWaiting =
    state === 'retrying' || state === 'needs_owner' || state === 'waiting_first_join'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label()}</Badge>
        <span className="font-display font-semibold">{adapterLabel(adapter)}</span>
        {isWaiting && nextAt !== null && adapter !== manual && (
          <span className="text-sm text-muted">
            {m.admin_perks_next_try()} <Moment iso={nextAt} />
          </span>
        )}
      </p>
      {reason !== null && (
        <FaultBox code={reason} detail={detail} isForOwner={state === 'needs_owner'} />
      )}
      <div>
        {adapter === manual ? (
          <HandOverButton grant={grant} delivery={delivery} isOver={isOver} onChange={onChange} />
        ) : (
          isWaiting && <RetryButton adapter={adapter} />
        )}
        <Attempts attempts={delivery.attempts} />
      </div>
    </div>
  )
}

/** Tries the adapter, and all that waits for it. */
function RetryButton({ adapter }: { readonly adapter: string }) {
  const mayRetry = useMayDo('adapters')
  const { isPending, run } = useAdminAction(m.admin_perks_check_failed)
  const names = { name: adapterLabel(adapter) }

  async function retry() {
    const { reason } = await checkAdapter(adapter)
    const topic = `retry ${adapter}`
    if (reason === null) toast({ title: m.admin_perks_retry_done(names), tone: 'success', topic })
    else toastFailure(m.admin_perks_retry_refused(names), faultText(reason), topic)
  }

  if (!mayRetry) return null
  return (
    <Button
      tone="secondary"
      pending={isPending}
      pendingLabel={m.admin_perks_checking()}
      aria-label={m.admin_perks_retry_label(names)}
      onClick={() => run(retry)}
    >
      {m.admin_perks_retry()}
    </Button>
  )
}

/** Notes that the staff has given or taken something. A single button, so that it keeps its focus. */
function HandOverButton({ grant, delivery, isOver, onChange }: Omit<DeliveryProps, 'nowMs'>) {
  const { isPending, run } = useAdminAction(m.admin_delivery_failed)
  const isToDo = delivery.state === 'needs_owner'
  if (delivery.state === 'suspended' || (isOver && !isToDo)) return null
  const delivered = isToDo && !isOver
  const names = { perk: perkName(grant.perk), steamId: grant.steamId }
  const [text, label] = isOver
    ? [m.admin_perks_taken_back(), m.admin_perks_taken_back_label(names)]
    : delivered
      ? [m.admin_perks_handed_over(), m.admin_perks_handed_over_label(names)]
      : [m.admin_perks_not_handed_over(), m.admin_perks_not_handed_over_label(names)]
  return (
    <Button
      tone={isToDo ? 'secondary' : 'quiet'}
      className={isToDo ? '' : '-ml-5'}
      pending={isPending}
      aria-label={label}
      onClick={() =>
        run(async () => {
          await onChange(await adminCall(deliverGrant, { params: grant, body: { delivered } }))
        })
      }
    >
      {text}
    </Button>
  )
}

function Attempts({ attempts }: Pick<GrantDelivery, 'attempts'>) {
  if (attempts.length === 0) return null
  return (
    <Disclosure title={m.admin_perks_attempts({ count: attempts.length })}>
      <ol className="grid gap-2">
        {attempts.map(({ at, what, answer }) => {
          const known = attemptAnswer({ what, answer })
          return (
            <li key={`${at} ${what} ${answer}`} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
              <Moment iso={at} />
              <span className="min-w-0 wrap-anywhere">
                <span className="text-ink">{attemptText(what)}</span>{' '}
                {known === null ? (
                  <span lang="en" className="font-mono text-[0.8125rem]">
                    {answer}
                  </span>
                ) : (
                  <span>{known}</span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </Disclosure>
  )
}
