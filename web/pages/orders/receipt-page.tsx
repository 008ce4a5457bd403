import { ApiProblem } from '#web/api/client.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { isPaid } from '#web/orders/order-situation.ts'
import { fetchOrder } from '#web/orders/orders-api.ts'
import { useOrderNews } from '#web/orders/use-order-news.ts'
import { useSignOut } from '#web/orders/use-sign-out.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MissingOrder } from './missing-order.tsx'
import { OrdersFailure } from './orders-failure.tsx'
import { Receipt } from './receipt.tsx'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One order on a page of its own, to be printed. */
export default function ReceiptPage() {
  const { state, isAsking, askAgain } = useAnswer(fetchShownOrder)
  const orders = state.status === 'answered' ? [state.value] : []

  useSignOut(askAgain)
  useOrderNews(orders, askAgain)

  if (state.status === 'failed' && state.problem.code === 'order_not_found') return <MissingOrder />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 sm:py-14 print:max-w-none print:p-0">
      <div className="print:hidden">
        <PageHeading eyebrow={m.orders_title()} title={m.receipt_title()} />
      </div>
      {state.status === 'waiting' && <LoadingReceipt />}
      {state.status === 'failed' && <OrdersFailure isAsking={isAsking} onRetry={askAgain} />}
      {state.status === 'answered' && (
        <>
          <Receipt order={state.value} />
          <ReceiptActions canPrint={isPaid(state.value)} />
        </>
      )}
    </div>
  )
}

/** The order that the page's address names. What is no id is not worth asking for. */
async function fetchShownOrder() {
  const orderId = location.pathname.split('/').findLast((segment) => segment !== '') ?? ''
  if (!uuid.test(orderId)) throw new ApiProblem('order_not_found', 404)
  return fetchOrder(orderId)
}

function ReceiptActions({ canPrint }: { readonly canPrint: boolean }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3 print:hidden">
      {canPrint && (
        <Button
          size="large"
          onClick={() => print()}
          icon={<Icon name="rules" className="size-5" />}
        >
          {m.receipt_print()}
        </Button>
      )}
      <Link href={paths.orders()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.receipt_all_orders()}
      </Link>
    </div>
  )
}

function LoadingReceipt() {
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {m.orders_loading()}
      </p>
      <Skeleton className="h-120" />
    </>
  )
}
