import { useState } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { Picture } from '#web/art/drawing.tsx'
import skin from '#web/art/skin.svg?raw'
import { m } from '#web/i18n/paraglide/messages.js'

interface ItemPictureProps {
  readonly item: Pick<ShopItemView, 'name' | 'image_url'>
  readonly isLow?: boolean
  /** Shows all of it; otherwise it fills the frame. */
  readonly isWhole?: boolean
}

/** The staff's picture, in a frame of 4 : 3; our own drawing if it fails to load. */
export function ItemPicture({ item, isLow = false, isWhole = false }: ItemPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (failedUrl === item.image_url) return <Picture svg={skin} />
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
      className={`block aspect-4/3 w-full bg-water ${isWhole ? 'object-contain' : 'object-cover'}`}
    />
  )
}
