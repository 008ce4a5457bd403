import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { OrderView } from '#contract/checkout.ts'
import { cents } from '#domain/money.ts'
import { ButtonLink, DiscordLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { site } from '#web/app/site.ts'
import { Picture } from '#web/art/drawing.tsx'
import { Emblem } from '#web/art/emblem.tsx'
import { Icon } from '#web/art/icon.tsx'
import loginGate from '#web/art/login-gate.svg?raw'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { kindText } from '#web/features/products/product-text.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PageHeading, Screen } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { displayStatusText, isPaid } from './display-status.ts'
import { ItemColor, OrderState, OrdersFailure } from './order-parts.tsx'
import { orderQuery } from './orders-api.ts'
import { agreementText, orderNumber } from './paid-message.ts'

export default function ReceiptPage() {
  const [path] = useLocation()
  const orderId = path.split('/').findLast((segment) => segment !== '') ?? ''
  const { state, isFetching, refetch } = useServerData(orderQuery(orderId))

  if (state.status === 'failed' && state.problem.code === 'order_not_found') return <MissingOrder />
  return (
    <div className="page *:max-w-3xl print:max-w-none print:p-0 print:*:max-w-none">
      <div className="print:hidden">
        <PageHeading eyebrow={m.orders_title()} title={m.receipt_title()} />
      </div>
      {state.status === 'waiting' && (
        <>
          <LoadingText>{m.orders_loading()}</LoadingText>
          <Skeleton className="h-120" />
        </>
      )}
      {state.status === 'failed' && <OrdersFailure isFetching={isFetching} refetch={refetch} />}
      {state.status === 'answered' && (
        <>
          <Receipt order={state.value} />
          <ReceiptActions order={state.value} />
        </>
      )}
    </div>
  )
}

function ReceiptActions({ order }: { readonly order: OrderView }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3 print:hidden">
      {isPaid(order) && (
        <Button
          size="large"
          onClick={() => print()}
          icon={<Icon name="rules" className="size-5" />}
        >
          {m.receipt_print()}
        </Button>
      )}
      <ButtonLink href={paths.orders()} tone="secondary" size="large">
        {m.receipt_all_orders()}
      </ButtonLink>
      {order.perk && (
        <ButtonLink href={paths.perks()} tone="secondary" size="large">
          {m.perks_title()}
        </ButtonLink>
      )}
    </div>
  )
}

/** What was paid, by whom and for which account: black on white and on one page in print. */
function Receipt({ order }: { readonly order: OrderView }) {
  return (
    <article className="cut cut-size-20 p-5 sm:p-8 print:p-0 print:before:hidden print:after:hidden">
      <ReceiptHead order={order} />
      <ReceiptItems order={order} />
      <ReceiptDetails order={order} />
      <div className="print:hidden">
        <OrderState order={order} />
      </div>
      {isPaid(order) && (
        <p className="mt-6 text-sm text-muted">{m.receipt_note(site().community)}</p>
      )}
    </article>
  )
}

function ReceiptHead({ order }: { readonly order: OrderView }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line pb-6">
      <p translate="no" className="flex items-center gap-3 font-display text-2xl font-bold">
        <Emblem className="size-10" />
        <span>{site().community.brand}</span>
      </p>
      <div className="sm:text-end">
        <h2 className="text-xl">
          {isPaid(order) ? m.receipt_heading() : m.receipt_heading_unpaid()}
        </h2>
        <p className="mt-1 text-muted">{m.orders_number({ number: orderNumber(order) })}</p>
      </div>
    </header>
  )
}

function ReceiptItems({ order }: { readonly order: OrderView }) {
  return (
    <div className="border-b border-line py-6">
      {order.items.map(({ name, type, duration, color, priceCents }) => (
        <div key={name} className="flex items-start justify-between gap-6">
          <div className="min-w-0">
            <p className="font-display text-lg font-bold">{name}</p>
            <p className="text-muted">{kindText(type, duration)}</p>
            {color && <ItemColor color={color} />}
          </div>
          <p className="font-display text-xl font-bold whitespace-nowrap">
            {formatCents(cents(priceCents))}
          </p>
        </div>
      ))}
      {order.refundedCents > 0 && <Refunds order={order} />}
    </div>
  )
}

function Refunds({ order: { totalCents, refundedCents } }: { readonly order: OrderView }) {
  return (
    <dl className="mt-5 grid gap-2 border-t border-line pt-4">
      <Amount label={m.receipt_refunded()} amount={`−\u00A0${formatCents(cents(refundedCents))}`} />
      <Amount
        strong
        label={m.receipt_kept()}
        amount={formatCents(cents(totalCents - refundedCents))}
      />
    </dl>
  )
}

interface AmountProps {
  readonly label: string
  readonly amount: string
  readonly strong?: boolean
}

function Amount({ label, amount, strong = false }: AmountProps) {
  return (
    <div className={`flex justify-between gap-6 ${strong ? 'font-semibold' : 'text-muted'}`}>
      <dt>{label}</dt>
      <dd className="font-display whitespace-nowrap">{amount}</dd>
    </div>
  )
}

function ReceiptDetails({ order }: { readonly order: OrderView }) {
  const { openedAt, paidAt, steamId, forSomebodyElse, discordUsername, transactionId, id } = order
  const { details, agreedTerms } = order
  return (
    <dl className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
      <Detail label={m.receipt_state()} className="hidden print:block">
        {displayStatusText(order).title}
      </Detail>
      <Detail label={paidAt === null ? m.receipt_opened() : m.receipt_paid()}>
        {formatDateTime(paidAt ?? openedAt)}
      </Detail>
      <Detail label={m.player_steam_id()}>
        <span translate="no">{steamId}</span>
        {forSomebodyElse && <span>{` · ${m.player_for_other()}`}</span>}
      </Detail>
      <Detail label={m.player_discord()} translate="no">
        {discordUsername}
      </Detail>
      {transactionId !== null && (
        <Detail label={m.orders_transaction()} translate="no">
          {transactionId}
        </Detail>
      )}
      {details !== null && (
        <Detail label={m.orders_details()} className="whitespace-pre-line">
          {details}
        </Detail>
      )}
      {agreedTerms && <Detail label={m.receipt_agreed()}>{agreementText(agreedTerms)}</Detail>}
      <Detail
        label={m.receipt_order_id()}
        translate="no"
        className="sm:col-span-2 print:col-span-2"
      >
        {id}
      </Detail>
    </dl>
  )
}

interface DetailProps {
  readonly label: string
  readonly translate?: 'no'
  readonly className?: string
  readonly children: ReactNode
}

function Detail({ label, translate, className, children }: DetailProps) {
  return (
    <div className={classNames('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd translate={translate} className="mt-0.5 font-semibold break-words">
        {children}
      </dd>
    </div>
  )
}

/** The order belongs to another browser, or does not exist: the page must not reveal which. */
function MissingOrder() {
  const { user } = useSession()
  return (
    <Screen
      eyebrow={m.orders_title()}
      title={m.receipt_missing_title()}
      text={m.receipt_missing_text()}
      picture={<Picture svg={loginGate} />}
    >
      {!user && <DiscordSignIn size="large" />}
      <ButtonLink href={paths.orders()} tone="secondary" size="large">
        {m.receipt_all_orders()}
      </ButtonLink>
      <DiscordLink className={buttonClass({ tone: 'quiet', size: 'large' })}>
        {m.contact_on_discord()}
      </DiscordLink>
    </Screen>
  )
}
