import { useMutation } from '@tanstack/react-query'
import type { OrderView } from '#contract/checkout.ts'
import { call, type ApiProblem } from '#web/app/api-client.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { endTopic, toastFailure } from '#web/app/toasts.ts'
import { Picture } from '#web/art/drawing.tsx'
import emptyCart from '#web/art/empty-cart.svg?raw'
import { Icon } from '#web/art/icon.tsx'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { PerkReminders } from '#web/features/perks/perk-reminders.tsx'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { donorChoiceMatters, isPaid } from './display-status.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderItemRow, OrderState, OrdersFailure } from './order-parts.tsx'
import { ordersQuery, replaceOrder } from './orders-api.ts'
import { agreementText, orderNumber } from './paid-message.ts'

export default function OrdersPage() {
  const { state, isFetching, refetch } = useServerData(ordersQuery)
  const orders = state.status === 'answered' ? state.value : []

  return (
    <div className="page">
      <PageHeading eyebrow={m.orders_eyebrow()} title={m.orders_title()} lead={m.orders_lead()} />
      <PerkReminders className="mb-8" />
      {state.status === 'waiting' && <LoadingOrders />}
      {state.status === 'failed' && <OrdersFailure isFetching={isFetching} refetch={refetch} />}
      {state.status === 'answered' && orders.length === 0 && <EmptyOrders />}
      {orders.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <ul aria-label={m.orders_list_label()} className="grid content-start gap-5">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
          <aside className="grid content-start gap-8">
            <BoughtElsewhere />
            <PerksPanel />
            <WalletPanel />
          </aside>
        </div>
      )}
    </div>
  )
}

function OrderCard({ order }: { readonly order: OrderView }) {
  return (
    <article className="cut cut-size-20 grid gap-4 p-4 sm:p-6">
      <div className="grid gap-4">
        {order.items.map((item) => (
          <OrderItemRow key={item.name} item={item} />
        ))}
      </div>
      <OrderDetails order={order} />
      <OrderState order={order} hasForm />
      <OrderMessages order={order} />
      {donorChoiceMatters(order) && <DonorSwitch order={order} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="min-w-0 text-sm text-muted">
          <span>{`${m.orders_number({ number: orderNumber(order) })} · ${dateLine(order)}`}</span>
          <br />
          <span>{m.player_for_steam_id({ steamId: order.steamId })}</span>
          {order.forSomebodyElse && <span>{` · ${m.player_for_other()}`}</span>}
          {order.agreedTerms && (
            <span className="block">{`${m.receipt_agreed()} · ${agreementText(order.agreedTerms)}`}</span>
          )}
        </p>
        {isPaid(order) && (
          <ButtonLink
            href={paths.receipt(order.id)}
            tone="secondary"
            aria-label={m.orders_receipt_of({ number: orderNumber(order) })}
          >
            <Icon name="rules" className="size-5" />
            {m.orders_receipt()}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

function dateLine({ paidAt, openedAt }: OrderView): string {
  return paidAt === null
    ? m.orders_opened_on({ date: formatDate(openedAt) })
    : m.orders_paid_on({ date: formatDate(paidAt) })
}

/**
 * Whether the buyer is named in the donor ranking for this order. Shown at once, and undone if the
 * server refuses.
 */
function DonorSwitch({ order }: { readonly order: OrderView }) {
  const topic = `donor ${order.id}`
  const { isPending, variables, mutate } = useMutation({
    mutationKey: ['donor-listing', order.id],
    // Requests can overtake each other, so each waits for the one before: no one may be named
    // against their last choice.
    scope: { id: `donor-listing ${order.id}` },
    mutationFn: (listedAsDonor: boolean) =>
      call(
        import('#contract/checkout.ts').then(({ changeOrder }) => changeOrder),
        { params: order, body: { listedAsDonor } },
      ),
    onMutate: () => endTopic(topic),
    onSuccess: replaceOrder,
    onError: (problem, _, __, { client }) => {
      const isLast = client.isMutating({ mutationKey: ['donor-listing', order.id] }) === 1
      if (isLast) toastNotSaved(problem, topic)
    },
  })

  return (
    <Switch
      label={m.orders_donor()}
      hint={m.orders_donor_hint({ name: order.discordUsername })}
      checked={isPending ? variables : order.listedAsDonor}
      onChange={mutate}
    />
  )
}

function toastNotSaved({ code }: ApiProblem, topic: string): void {
  const isRevoked = code === 'listing_revoked'
  const text = isRevoked ? m.orders_donor_revoked() : m.choice_not_stored()
  toastFailure(m.failed_title(), text, topic)
}

function EmptyOrders() {
  return (
    <div className="mx-auto grid max-w-md gap-10">
      <div className="flex flex-col items-center text-center">
        <Picture svg={emptyCart} className="max-w-80" />
        <h2 className="mt-6 text-2xl">{m.orders_empty_title()}</h2>
        <p className="mt-3 mb-6 text-muted">{m.orders_empty_text()}</p>
        <ButtonLink href={paths.donation()} size="large">
          {m.to_shop()}
        </ButtonLink>
      </div>
      <BoughtElsewhere />
      <PerksPanel />
      <WalletPanel />
    </div>
  )
}

/** Why an order may be missing here, and how to find it. */
function BoughtElsewhere() {
  const { user } = useSession()
  return (
    <Panel title={m.orders_elsewhere_title()} className="text-start">
      <p className="text-muted">
        {user ? m.orders_elsewhere_player() : m.orders_elsewhere_visitor()}
      </p>
      {!user && <DiscordSignIn tone="secondary" className="mt-4 w-full px-3" />}
    </Panel>
  )
}

function PerksPanel() {
  return (
    <Panel title={m.perks_from_orders_title()} className="text-start">
      <p className="mb-4 text-muted">{m.perks_from_orders_text()}</p>
      <ButtonLink href={paths.perks()} tone="secondary">
        {m.perks_title()}
      </ButtonLink>
    </Panel>
  )
}

/** A link to packs of Kr and skins, which are not orders. */
function WalletPanel() {
  return (
    <Panel title={<KrText>{m.wallet_from_orders_title()}</KrText>} className="text-start">
      <p className="mb-4 text-muted">{m.wallet_from_orders_text()}</p>
      <ButtonLink href={paths.wallet()} tone="secondary">
        {m.wallet_from_orders_link()}
      </ButtonLink>
    </Panel>
  )
}

/** A placeholder until the server has answered. */
function LoadingOrders() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <LoadingText>{m.orders_loading()}</LoadingText>
      <div className="grid gap-5">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
