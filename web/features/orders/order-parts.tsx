import type { ReactNode } from 'react'
import type { OrderItem, OrderView } from '#contract/checkout.ts'
import type { DeliveryView } from '#contract/perks.ts'
import { toHexColor, type RgbColor } from '#domain/color.ts'
import { deliveredStates } from '#domain/deliveries.ts'
import { cents } from '#domain/money.ts'
import { productOfOffer } from '#domain/products.ts'
import { nextRestart } from '#domain/server-status.ts'
import { ButtonLink, DiscordButton } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { paths } from '#contract/paths.ts'
import type { ServerData } from '#web/app/query-client.ts'
import { site } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { ProductPicture } from '#web/art/product-picture.tsx'
import { useCartCount } from '#web/features/cart/cart-count.ts'
import { DeliverySteps } from '#web/features/perks/delivery-steps.tsx'
import { kindText } from '#web/features/products/product-text.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { ColorMark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  askedDetails,
  detailsId,
  displayStatus,
  displayStatusText,
  isPartlyRefunded,
  type DisplayStatus,
} from './display-status.ts'

/** An ordered item: picture, name, duration, colour and price. */
export function OrderItemRow({ item }: { readonly item: OrderItem }) {
  const { offerKey, name, type, duration, color, priceCents } = item
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <ProductPicture
        product={productOfOffer(site().products, offerKey)}
        type={type}
        name={name}
        className="size-18 sm:size-22 print:hidden"
      />
      <div className="min-w-40 flex-1">
        <h2 className="text-lg leading-tight sm:text-xl">{name}</h2>
        <p className="mt-1 text-muted">{kindText(type, duration)}</p>
        {color && <ItemColor color={color} />}
      </div>
      <p className="font-display text-xl font-bold whitespace-nowrap sm:text-2xl">
        {formatCents(cents(priceCents))}
      </p>
    </div>
  )
}

export function ItemColor({ color }: { readonly color: RgbColor }) {
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <ColorMark hex={toHexColor(color)} className="size-5" />
      <span>
        {m.color()}{' '}
        <span translate="no">{`${toHexColor(color)} · ${color.r}, ${color.g}, ${color.b}`}</span>
      </span>
    </p>
  )
}

interface OrderStateProps {
  readonly order: OrderView
  /** Whether the form in which the buyer writes to the staff is on the same page. */
  readonly hasForm?: boolean
}

const actions: Readonly<Partial<Record<DisplayStatus, (props: OrderStateProps) => ReactNode>>> = {
  unpaid: () => <CartLink />,
  to_activate: (props) => <TicketLinks {...props} />,
  in_progress: contactLink,
  cancelled: contactLink,
  disputed: contactLink,
  expired: contactLink,
  replaced: contactLink,
}

function TicketLinks({ order, hasForm = false }: OrderStateProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <DiscordButton newTab>{m.open_discord()}</DiscordButton>
      {hasForm && askedDetails(order) && (
        <a href={`#${detailsId(order.id)}`} className={buttonClass({ tone: 'secondary' })}>
          {m.orders_write_here()}
        </a>
      )}
    </div>
  )
}

function contactLink(): ReactNode {
  return (
    <DiscordButton newTab tone="secondary">
      {m.contact_on_discord()}
    </DiscordButton>
  )
}

export function OrderState(props: OrderStateProps) {
  const { order } = props
  const { title, text, tone } = displayStatusText(order)
  const status = displayStatus(order)
  return (
    <Notice tone={tone} title={title} action={actions[status]?.(props)}>
      <p>{text}</p>
      {/* Its only step would repeat the title. */}
      {status !== 'to_begin' && <OrderDelivery order={order} />}
      {isPartlyRefunded(order) && <PartialRefund order={order} />}
    </Notice>
  )
}

const shownSteps: ReadonlySet<DisplayStatus> = new Set(['delivering', 'to_begin', 'active'])

/** The steps of what is delivered automatically; nothing for other orders, and once it has ended. */
export function OrderDelivery({ order }: { readonly order: OrderView }) {
  const status = displayStatus(order)
  if (!order.perk || !shownSteps.has(status)) return null
  return (
    <div className="mt-4">
      <DeliverySteps {...order.perk} />
      {status !== 'to_begin' && <AfterRestart delivery={order.perk.delivery} />}
    </div>
  )
}

/** When what has just been delivered works at the latest; nothing once the game has restarted. */
function AfterRestart({ delivery: { state, steps } }: { readonly delivery: DeliveryView }) {
  const now = useNow()
  const deliveredAt = steps.at(-1)?.at
  if (now === null || deliveredAt === undefined || !deliveredStates.includes(state)) return null
  const restartAt = nextRestart(site().server.restarts, new Date(deliveredAt))
  if (restartAt === null || restartAt.getTime() < now) return null
  return (
    <p className="mt-2 text-muted">
      {m.orders_after_restart({ time: formatClock(restartAt.getTime()) })}
    </p>
  )
}

function PartialRefund({ order }: { readonly order: OrderView }) {
  return (
    <p className="mt-2 font-semibold text-ink">
      {m.orders_partly_refunded({
        amount: formatCents(cents(order.refundedCents)),
        total: formatCents(cents(order.totalCents)),
      })}
    </p>
  )
}

/** Without a link if the cart is empty. */
function CartLink() {
  const count = useCartCount()
  if (!count) return null
  return (
    <ButtonLink href={paths.cart()} tone="secondary">
      {m.orders_to_cart()}
    </ButtonLink>
  )
}

export function OrdersFailure({
  isFetching,
  refetch,
}: Pick<ServerData<unknown>, 'isFetching' | 'refetch'>) {
  return (
    <LoadFailure
      title={m.orders_failed_title()}
      text={m.orders_failed_text()}
      offlineText={m.offline_nothing_lost()}
      isFetching={isFetching}
      onRetry={refetch}
    />
  )
}
