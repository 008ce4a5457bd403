import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { ButtonLink, DiscordButton } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { Icon, LineDrawing } from '#web/art/icon.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Attempt } from './buy-skin.ts'
import { HoldButton, holdPercent } from './hold-to-buy.tsx'
import { ItemPicture } from './item-picture.tsx'
import { isSoldOut, type ShopItems } from './shop-items.ts'
import type { Bought, SkinPurchase } from './use-skin-purchase.ts'

export const gridColumns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 min-[24rem]:grid-cols-2 sm:gap-5 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5'
/** The number of items in the first view, roughly. */
const firstViewCount = 5

interface ItemGridProps {
  readonly items: ShopItems
  readonly purchase: SkinPurchase
}

/** The items on sale. The outcome of a purchase is below its item, or at the top if that is gone. */
export function ItemGrid({ items, purchase }: ItemGridProps) {
  const shown = useFrozenWhile(items, purchase.hold.phase === 'holding')
  const hintId = useId()
  const [openId, setOpenId] = useState<string | null>(null)
  // The purchase continues in a dialog of its own, and then on the page.
  if (openId !== null && purchase.hold.phase === 'confirming') setOpenId(null)
  const openItem = shown.find(({ id }) => id === openId)
  const isShown = (itemId: string): boolean => shown.some(({ id }) => id === itemId)
  const { bought, unanswered } = purchase
  const goneIds = new Set(
    [...unanswered, ...(bought ? [bought.attempt] : [])]
      .map(({ itemId }) => itemId)
      .filter((itemId) => !isShown(itemId)),
  )
  if (shown.length + goneIds.size === 0) return null
  return (
    <>
      <p id={hintId} className="sr-only">
        {m.shop_hold_hint()}
      </p>
      <ul aria-label={m.shop_items_label()} className={`${gridColumns} grid-flow-dense`}>
        {[...goneIds].map((itemId) => (
          <Outcomes key={itemId} itemId={itemId} purchase={purchase} />
        ))}
        {shown.flatMap((item, index) => [
          <li key={item.id}>
            <ItemCard
              item={item}
              purchase={purchase}
              hintId={hintId}
              isLow={index >= firstViewCount}
              onOpen={() => setOpenId(item.id)}
            />
          </li>,
          <Outcomes key={`${item.id} outcomes`} itemId={item.id} item={item} purchase={purchase} />,
        ])}
      </ul>
      {openItem && (
        <Dialog
          size="wide"
          title={openItem.name}
          closeLabel={m.close()}
          onClose={() => setOpenId(null)}
        >
          <div className="mb-5 border border-line">
            <ItemPicture item={openItem} isWhole />
          </div>
          <div className="grid items-center gap-4 sm:grid-cols-2">
            <PriceLine item={openItem} className="text-2xl" />
            <ItemHoldButton item={openItem} purchase={purchase} hintId={hintId} />
          </div>
        </Dialog>
      )}
    </>
  )
}

interface OutcomesProps {
  readonly itemId: string
  readonly item?: ShopItemView
  readonly purchase: SkinPurchase
}

function Outcomes({ itemId, item, purchase }: OutcomesProps): ReactNode {
  const { bought, unanswered } = purchase
  const open = unanswered.filter((attempt) => attempt.itemId === itemId)
  const isBought = bought?.attempt.itemId === itemId
  if (open.length === 0 && !isBought) return null
  return (
    <li className="col-span-full grid gap-4">
      {open.map((attempt) => (
        <UnansweredNotice
          key={attempt.key}
          attempt={attempt}
          isNew={purchase.lastAttempt?.key === attempt.key}
          isRetrying={purchase.isRetrying}
          onRetry={() => purchase.retry(attempt)}
        />
      ))}
      {isBought && (
        <BoughtPanel key={bought.attempt.key} bought={bought} imageUrl={item?.image_url ?? null} />
      )}
    </li>
  )
}

/** Freezes the items while a button is held, so that the button does not move. */
function useFrozenWhile(items: ShopItems, isHeld: boolean): ShopItems {
  const [shown, setShown] = useState(items)
  if (isHeld || shown === items) return shown
  setShown(items)
  return items
}

interface ItemCardProps {
  readonly item: ShopItemView
  readonly purchase: Pick<SkinPurchase, 'hold' | 'send'>
  readonly hintId: string
  /** Below the first view, so its picture is loaded lazily. */
  readonly isLow: boolean
  /** Shows the whole picture. */
  readonly onOpen: () => void
}

const enlargePath = 'M4 10V4h6M4 4l6 6M20 14v6h-6M20 20l-6-6'

function ItemCard({ item, purchase, hintId, isLow, onOpen }: ItemCardProps) {
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className="cut cut-size-14 flex h-full flex-col overflow-hidden"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={m.shop_enlarge({ name: item.name })}
        onClick={onOpen}
        className={classNames(
          'tile-picture group relative block overflow-hidden',
          isSoldOut(item) && 'opacity-60 grayscale',
        )}
      >
        <ItemPicture item={item} isLow={isLow} />
        <span className="absolute bottom-2 left-2 grid size-8 place-items-center bg-ground/75 text-ink group-hover:text-crystal">
          <LineDrawing path={enlargePath} className="size-5" />
        </span>
      </button>
      <div className="flex flex-1 flex-col gap-3 p-3 sm:p-4">
        <div className="flex flex-1 flex-col">
          <h2 id={headingId} className="text-lg leading-tight">
            {item.name}
          </h2>
          <PriceLine item={item} className="mt-1 text-lg" />
        </div>
        <ItemHoldButton item={item} purchase={purchase} hintId={hintId} />
      </div>
    </article>
  )
}

interface PriceLineProps {
  readonly item: ShopItemView
  readonly className: string
}

function PriceLine({ item: { price, stock }, className }: PriceLineProps) {
  return (
    <div className={classNames('flex flex-wrap items-center justify-between gap-2', className)}>
      <p className="kr text-crystal">{formatKr(price)}</p>
      {stock !== null && (
        <Badge tone={stock === 0 ? 'loss' : 'amber'}>
          {stock === 0 ? m.shop_sold_out() : m.shop_stock({ count: stock })}
        </Badge>
      )}
    </div>
  )
}

function ItemHoldButton(props: Pick<ItemCardProps, 'item' | 'purchase' | 'hintId'>) {
  const { item, hintId } = props
  const { hold, send } = props.purchase
  const soldOutId = useId()
  const isHeld = hold.phase === 'holding' && hold.item.id === item.id
  const percent = holdPercent(hold, item.id)
  // Whoever bought the last one sees that first.
  const isOver = isSoldOut(item) && percent === 0
  return (
    <div>
      {isOver && (
        <p id={soldOutId} className="mb-2 text-sm text-muted">
          {m.shop_sold_out_text()}
        </p>
      )}
      <HoldButton
        itemName={item.name}
        hintId={isOver ? soldOutId : hintId}
        disabled={isOver}
        percent={percent}
        onPress={() => send({ type: 'press', item })}
        onRelease={() => {
          // Pressing one button blurs another, which must not release the hold.
          if (isHeld) send({ type: 'release' })
        }}
        onActivate={() => send({ type: 'activate', item })}
      />
    </div>
  )
}

interface BoughtPanelProps {
  readonly bought: Bought
  readonly imageUrl: string | null
}

/** The purchase, and the next steps to get the skin in the game. */
function BoughtPanel({ bought, imageUrl }: BoughtPanelProps) {
  const { attempt, balance } = bought
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])

  return (
    <section className="cut cut-size-20 grid animate-rise scroll-my-24 gap-5 p-5 cut-line-crystal sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-7 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      {imageUrl !== null && (
        <span className="block w-32 self-start overflow-hidden border border-line sm:w-auto">
          <ItemPicture item={{ name: attempt.itemName, image_url: imageUrl }} />
        </span>
      )}
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="flex items-start gap-3 text-2xl">
          <Icon name="check" className="mt-0.5 size-7 text-crystal" />
          <span className="min-w-0">{m.shop_bought_title({ name: attempt.itemName })}</span>
        </h2>
        <p className="mt-3 text-muted">
          <span>
            {m.shop_bought_text({ price: formatKr(attempt.priceKr), steamId: attempt.steamId })}
          </span>{' '}
          {balance !== null && <span>{m.shop_bought_left({ balance: formatKr(balance) })}</span>}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <DiscordButton newTab>{m.shop_bought_discord()}</DiscordButton>
          <ButtonLink href={paths.wallet()} tone="secondary">
            <Icon name="wallet" className="size-5" />
            {m.shop_wallet()}
          </ButtonLink>
        </div>
      </div>
      <div className="min-w-0 sm:col-start-2 lg:col-start-3">
        <h3 className="text-lg">{m.shop_bought_next()}</h3>
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted marker:text-crystal">
          <li>{m.shop_bought_step_ticket()}</li>
          <li>{m.shop_bought_step_staff()}</li>
          <li>{m.shop_bought_step_wallet()}</li>
        </ol>
      </div>
    </section>
  )
}

interface UnansweredNoticeProps {
  readonly attempt: Attempt
  /** Whether it was made just now, not before this page was loaded. */
  readonly isNew: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** It is unknown whether the skin was bought; a button finds out, and never buys twice. */
function UnansweredNotice(props: UnansweredNoticeProps) {
  const { attempt, isNew, isRetrying, onRetry } = props
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isNew) place.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isNew])

  return (
    <div ref={place} className="scroll-my-24">
      <Notice
        live
        tone="warning"
        title={m.shop_unanswered_title({ name: attempt.itemName })}
        action={
          <div className="flex flex-wrap gap-3">
            <Button
              pending={isRetrying}
              pendingLabel={m.shop_unanswered_pending()}
              onClick={onRetry}
            >
              {m.shop_unanswered_retry()}
            </Button>
            <ButtonLink href={paths.wallet()} tone="secondary">
              {m.shop_wallet()}
            </ButtonLink>
          </div>
        }
      >
        {m.shop_unanswered_text()}
      </Notice>
    </div>
  )
}
