import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useShopItems } from '#web/shop/use-shop-items.ts'
import { useSkinPurchase } from '#web/shop/use-skin-purchase.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { BackLink } from '#web/pages/donation/back-link.tsx'
import { AdminDoor } from './admin-door.tsx'
import { ItemGrid } from './item-grid.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { ShopBalance } from './shop-balance.tsx'
import { ShopNotes } from './shop-notes.tsx'
import { EmptyShop, LoadingItems } from './shop-states.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** The skin shop, at `/shop` and `/donation/skin`. */
export default function ShopPage() {
  return (
    <>
      <div className="mx-auto w-full max-w-[100rem] px-4 pt-10 sm:px-6 sm:pt-14 lg:px-20">
        <BackLink href={paths.donation()}>{m.donation_back()}</BackLink>
        <PageHeading
          eyebrow={<KrText>{m.shop_eyebrow()}</KrText>}
          title={m.section_skin_shop()}
          lead={m.shop_lead()}
        />
        <ShopBalance />
        {/* As tall as a view, so that few items do not pull up what follows. */}
        <div className="mt-6 min-h-[80svh] sm:mt-8">
          <Items />
        </div>
        <ShopNotes />
      </div>
      <AdminDoor />
    </>
  )
}

function Items() {
  const items = useShopItems()
  const purchase = useSkinPurchase(items)
  const { hold, confirm, cancel } = purchase
  const { state, isAsking, askAgain } = items
  const { lastAttempt } = purchase
  const isInDialog = hold.phase === 'asking' || hold.phase === 'buying'
  return (
    <>
      {state.status === 'waiting' && <LoadingItems />}
      {state.status === 'failed' && (
        <LoadFailure
          title={m.shop_failed_title()}
          text={m.shop_failed_text()}
          offlineText={m.shop_failed_offline()}
          isAsking={isAsking}
          onRetry={askAgain}
          className="max-w-2xl"
        />
      )}
      {state.status === 'answered' && state.value.length === 0 && <EmptyShop />}
      {state.status === 'answered' && <ItemGrid items={state.value} purchase={purchase} />}
      {isInDialog && (
        <PurchaseDialog
          item={hold.item}
          triedSteamId={lastAttempt?.steamId ?? null}
          isRetry={lastAttempt?.itemId === hold.item.id}
          isBuying={hold.phase === 'buying'}
          onConfirm={confirm}
          onCancel={cancel}
        />
      )}
    </>
  )
}
