import type { OrderView } from '#contract/checkout.ts'
import { ButtonLink, DiscordButton, TextLink } from '#web/app/links.tsx'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  askedDetails,
  detailsId,
  displayStatus,
  isAutomatic,
  type DisplayStatus,
} from './display-status.ts'
import { orderQuery } from './orders-api.ts'
import { isDisputed, orderNumber, paidTitle } from './paid-message.ts'

/** The states right after a payment, in which thanks are in place. */
const newStates: ReadonlySet<DisplayStatus> = new Set([
  'to_activate',
  'delivering',
  'to_begin',
  'active',
])

function isNew(order: OrderView): boolean {
  return newStates.has(displayStatus(order))
}

/** Paid orders: what, for whom, what happens next, and the receipts; how they stand once that has changed. */
export function PaidItems({ orders }: { readonly orders: readonly OrderView[] }) {
  const disputed = orders.filter(isDisputed)
  const automatic = orders.filter((order) => isNew(order) && isAutomatic(order))
  const manual = orders.filter((order) => isNew(order) && !isAutomatic(order))
  const changed = orders.filter((order) => !isDisputed(order) && !isNew(order))

  return (
    <>
      {automatic.length > 0 && (
        <Notice tone="success" title={m.orders_paid_title()} action={<DeliveryLinks />}>
          <p className="mb-3">{m.orders_paid_automatic()}</p>
          <PaidList orders={automatic} />
        </Notice>
      )}
      {manual.length > 0 && (
        <Notice
          tone="success"
          title={m.orders_paid_title()}
          action={<NextSteps asked={manual.find((order) => askedDetails(order))} />}
        >
          <PaidList orders={manual} />
          <p className="mt-2">{m.orders_paid_text()}</p>
        </Notice>
      )}
      {disputed.length > 0 && (
        <Notice tone="warning" title={m.orders_paid_disputed_title()} action={<NextSteps />}>
          <PaidList orders={disputed} />
          <p className="mt-2">{m.orders_paid_disputed_text()}</p>
        </Notice>
      )}
      {changed.map((order) => (
        <ChangedOrder key={order.id} order={order} />
      ))}
    </>
  )
}

const loadMessages = () => import('./order-messages.tsx')

function PaidList({ orders }: { readonly orders: readonly OrderView[] }) {
  const messages = useLoadedPart(loadMessages)
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] gap-x-10 gap-y-6">
      {orders.map((order) => (
        <li key={order.id}>
          <span className="font-semibold text-ink">{paidTitle(order.items)}</span>
          <br />
          <span>{m.orders_paid_order({ steamId: order.steamId, number: orderNumber(order) })}</span>
          {order.forSomebodyElse && <span>{` · ${m.player_for_other()}`}</span>}
          <br />
          <TextLink href={paths.receipt(order.id)}>{m.orders_to_receipt()}</TextLink>
          {(isAutomatic(order) || askedDetails(order)) && <LiveOrder order={order} />}
          {messages && (
            <div className="mt-3">
              <messages.OrderMessages order={order} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const loadOrderParts = () => import('./order-parts.tsx')

/** An order that the staff works on or has delivered, that has ended or was refunded. */
function ChangedOrder({ order }: { readonly order: OrderView }) {
  const parts = useLoadedPart(loadOrderParts)
  return (
    <div>
      <p className="mb-2 font-semibold">{paidTitle(order.items)}</p>
      {parts && <parts.OrderState order={order} />}
    </div>
  )
}

const loadOrderDetails = () => import('./order-details.tsx')

/**
 * The steps of a delivery, which go on while the page is open, and what the staff need to know; the
 * checkout loads both once something is paid.
 */
function LiveOrder({ order }: { readonly order: OrderView }) {
  const { data = order } = useServerData({ ...orderQuery(order.id), initialData: order })
  const parts = useLoadedPart(loadOrderParts)
  const details = useLoadedPart(loadOrderDetails)
  return (
    <>
      {parts && <parts.OrderDelivery order={data} />}
      {details && (
        <div className="my-4">
          <details.OrderDetails order={data} />
        </div>
      )}
    </>
  )
}

/** `asked`: the first order about which the buyer can write above. Discord opens in a new tab, because the checkout may still have unpaid items. */
function NextSteps({ asked }: { readonly asked?: OrderView | undefined }) {
  return (
    <div className="flex flex-wrap gap-3">
      <DiscordButton newTab>{m.open_discord()}</DiscordButton>
      {asked && (
        <a href={`#${detailsId(asked.id)}`} className={buttonClass({ tone: 'secondary' })}>
          {m.orders_write_here()}
        </a>
      )}
      <OrdersLink />
    </div>
  )
}

function DeliveryLinks() {
  return (
    <div className="flex flex-wrap gap-3">
      <OrdersLink />
      <ButtonLink href={paths.perks()} tone="secondary">
        {m.perks_title()}
      </ButtonLink>
    </div>
  )
}

function OrdersLink() {
  return (
    <ButtonLink href={paths.orders()} tone="secondary">
      <Icon name="wallet" className="size-5" />
      {m.orders_all()}
    </ButtonLink>
  )
}
