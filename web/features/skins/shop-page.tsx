import { useMutation } from '@tanstack/react-query'
import { ButtonLink, TextLink } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { useLoadedDialog } from '#web/app/loaded-dialog.ts'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { Picture } from '#web/art/drawing.tsx'
import { Icon } from '#web/art/icon.tsx'
import skin from '#web/art/skin.svg?raw'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { BackLink } from '#web/app/back-link.tsx'
import { useReopenAfterSteam } from '#web/features/accounts/steam-fill-in.tsx'
import { useBalance } from '#web/features/kryptonite/balance.ts'
import { productsOf } from '#web/features/products/sold-products.ts'
import { KrText } from '#web/ui/labels.tsx'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton, Spinner } from '#web/ui/loading.tsx'
import { ItemGrid, gridColumns } from './item-grid.tsx'
import { inShopOrder, isSoldOut, shopItemsQuery } from './shop-items.ts'
import { useSkinPurchase } from './use-skin-purchase.ts'

export const firstView = () => [shopItemsQuery]

/** The skin shop, at `/shop` and `/donation/skin`. */
export default function ShopPage() {
  return (
    <>
      {/* Room for the button of the staff, where the page has no margin beside it. */}
      <div className="page-width pt-10 max-[90rem]:pr-15 sm:pt-14">
        <BackLink href={paths.donation()}>{m.to_donations()}</BackLink>
        <PageHeading
          eyebrow={<KrText>{m.shop_eyebrow()}</KrText>}
          title={m.section_skin_shop()}
          lead={m.shop_lead()}
        />
        <ShopBalance />
        <div className="mt-6 sm:mt-8">
          <Items />
        </div>
      </div>
      <AdminEntrance />
    </>
  )
}

function Items() {
  const { state, isFetching, refetch } = useServerData(shopItemsQuery)
  const purchase = useSkinPurchase()
  const { hold, confirm, cancel } = purchase
  const { lastAttempt } = purchase
  useReopenAfterSteam(state.status === 'answered', (itemId) => {
    const items = state.status === 'answered' ? state.value : []
    const item = items.find(({ id }) => id === itemId)
    if (item && !isSoldOut(item)) purchase.send({ type: 'activate', item })
  })
  const isInDialog = hold.phase === 'confirming' || hold.phase === 'buying'
  const part = useLoadedDialog(loadPurchaseDialog, isInDialog, () =>
    purchase.send({ type: 'cancel' }),
  )
  return (
    <>
      {state.status === 'waiting' && <LoadingItems />}
      {state.status === 'failed' && (
        <LoadFailure
          title={m.shop_failed_title()}
          text={m.shop_failed_text()}
          offlineText={m.shop_failed_offline()}
          isFetching={isFetching}
          onRetry={refetch}
          className="max-w-2xl"
        />
      )}
      {state.status === 'answered' && state.value.length === 0 && <EmptyShop />}
      {state.status === 'answered' && (
        <ItemGrid items={inShopOrder(state.value)} purchase={purchase} />
      )}
      {isInDialog && part && (
        <part.PurchaseDialog
          item={hold.item}
          lastAttempt={lastAttempt}
          isBuying={hold.phase === 'buying'}
          onConfirm={confirm}
          onCancel={cancel}
        />
      )}
      {/* Not before, because the number of items decides where they are. */}
      {state.status !== 'waiting' && <ShopNotes />}
    </>
  )
}

const loadPurchaseDialog = () => import('./purchase-dialog.tsx')

function ShopBalance() {
  return (
    <section
      aria-label={m.shop_balance()}
      className="cut cut-size-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 sm:px-6"
    >
      <div className="flex min-h-23 min-w-0 min-[24rem]:min-h-17 sm:min-h-14 items-center gap-4">
        <Icon name="crystal" className="size-9 text-crystal" />
        <BalanceText />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.kryptoPoints()}>
          <KrText>{m.get_kr()}</KrText>
        </ButtonLink>
        <ButtonLink href={paths.wallet()} tone="secondary">
          <Icon name="wallet" className="size-5" />
          {m.shop_wallet()}
        </ButtonLink>
      </div>
    </section>
  )
}

/** The same height for every balance, so that the content below does not move. */
function BalanceText() {
  const { steamId, kr } = useBalance()
  return (
    <div className="min-w-0">
      <p className="font-display font-semibold">{m.shop_balance()}</p>
      {steamId === null ? (
        <p className="max-w-lg text-sm text-muted">{m.shop_balance_unknown()}</p>
      ) : (
        <p
          className={`kr text-2xl leading-tight ${kr !== null && kr < 0 ? 'text-loss' : 'text-crystal'}`}
        >
          {kr === null ? <Skeleton className="w-28" /> : formatKr(kr)}
        </p>
      )}
    </div>
  )
}

const placeholders = Array.from({ length: 10 }, (_, index) => index)

/** A placeholder until the server has answered. */
function LoadingItems() {
  return (
    <div className={gridColumns}>
      <LoadingText>{m.shop_loading()}</LoadingText>
      {placeholders.map((place) => (
        <div key={place} className="cut cut-size-14">
          <Skeleton className="tile-picture aspect-4/3" />
          <div className="p-3 sm:p-4">
            <Skeleton className="h-[1.4rem] w-3/4" />
            <Skeleton className="mt-1 h-7 w-1/3" />
            <Skeleton className="mt-3 h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}

function EmptyShop() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center text-center">
      <Picture svg={skin} className="block aspect-4/3 w-full max-w-80" />
      <h2 className="mt-6 text-2xl">{m.shop_empty_title()}</h2>
      <p className="mt-3 text-muted">{m.shop_empty_text()}</p>
    </div>
  )
}

/** How to buy, what Kr are for, and where to order custom skins. */
function ShopNotes() {
  const steps = [m.shop_how_kr(), m.shop_how_hold(), m.shop_how_ticket()]
  return (
    <div className="mt-10 grid gap-5 sm:mt-14 md:grid-cols-2 lg:grid-cols-3">
      <Panel title={m.shop_how_title()}>
        <NumberedSteps steps={steps} />
      </Panel>
      <Panel title={m.shop_cosmetic_title()}>
        <p className="text-muted">{m.shop_cosmetic_text()}</p>
      </Panel>
      {productsOf('reskin').length > 0 && (
        <Panel title={m.shop_reskin_title()} className="md:col-span-2 lg:col-span-1">
          <p className="text-muted">{m.shop_reskin_text()}</p>
          <TextLink href={paths.reskin()} className="mt-3">
            {m.shop_reskin_link()}
            <Icon name="back" className="size-5 rotate-180" />
          </TextLink>
        </Panel>
      )}
    </div>
  )
}

/** A button to the admin area, for the staff. It floats beside the page, so that it covers nothing. */
function AdminEntrance() {
  const { data, isPending, mutate, reset } = useMutation({
    // The code of the admin area is loaded only when the button is pressed.
    mutationFn: () => import('#web/admin-kit/unlock-dialog.tsx'),
    onError: () => toast({ title: m.shop_staff_failed(), tone: 'destructive' }),
  })

  return (
    <div className="pointer-events-none sticky bottom-4 z-30 flex h-0 items-end justify-end px-2 print:hidden">
      <button
        type="button"
        aria-label={m.shop_staff_button()}
        aria-busy={isPending}
        onClick={() => mutate()}
        className="pointer-events-auto grid size-12 place-items-center rounded-full border border-line-strong bg-surface text-muted transition-colors duration-150 hover:border-crystal hover:text-crystal"
      >
        {isPending ? <Spinner /> : <Icon name="shield" className="size-6" />}
      </button>
      {data && (
        <div className="pointer-events-auto">
          <data.AdminUnlockDialog onClose={reset} />
        </div>
      )}
    </div>
  )
}
