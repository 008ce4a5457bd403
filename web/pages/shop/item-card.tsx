import { useId, useState } from 'react'
import type { ShopItemView } from '#contract/shop-items.ts'
import { SkinPicture } from '#web/art/skin-picture.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { holdPercent } from '#web/shop/hold.ts'
import type { SkinPurchase } from '#web/shop/use-skin-purchase.ts'
import { HoldButton } from './hold-button.tsx'

interface ItemCardProps {
  readonly item: ShopItemView
  readonly purchase: Pick<SkinPurchase, 'hold' | 'send'>
  readonly hintId: string
  /** Below the first view: its picture can wait. */
  readonly isLow: boolean
}

export function ItemCard({ item, purchase, hintId, isLow }: ItemCardProps) {
  const { hold, send } = purchase
  const headingId = useId()
  const isHeld = hold.phase === 'holding' && hold.item.id === item.id
  return (
    <article
      aria-labelledby={headingId}
      className="cut cut-size-14 flex h-full flex-col overflow-hidden"
    >
      <span className="tile-picture relative block overflow-hidden">
        <ItemPicture item={item} isLow={isLow} />
      </span>
      <div className="flex flex-1 flex-col gap-3 p-3 sm:p-4">
        <div className="flex flex-1 flex-col">
          <h2 id={headingId} className="text-lg leading-tight">
            {item.name}
          </h2>
          <p className="mt-1 kr text-lg text-crystal">{formatKr(item.price)}</p>
        </div>
        <HoldButton
          itemName={item.name}
          hintId={hintId}
          percent={holdPercent(hold, item.id)}
          onPress={() => send({ type: 'press', item })}
          onRelease={() => {
            // The press of one button takes the focus from another, which lets go of nothing.
            if (isHeld) send({ type: 'release' })
          }}
          onActivate={() => send({ type: 'activate', item })}
        />
      </div>
    </article>
  )
}

interface ItemPictureProps {
  readonly item: Pick<ShopItemView, 'name' | 'image_url'>
  readonly isLow?: boolean
}

/** The staff's picture, whole in a frame of 4 : 3; our own drawing where it does not come. */
export function ItemPicture({ item, isLow = false }: ItemPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (failedUrl === item.image_url) return <SkinPicture />
  return (
    <img
      src={item.image_url}
      alt={m.shop_picture({ name: item.name })}
      width={640}
      height={480}
      loading={isLow ? 'lazy' : 'eager'}
      decoding="async"
      draggable={false}
      onError={() => setFailedUrl(item.image_url)}
      className="block aspect-4/3 w-full bg-water object-contain"
    />
  )
}
