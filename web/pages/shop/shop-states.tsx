import { SkinPicture } from '#web/art/skin-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { gridColumns } from './item-grid.tsx'

const placeholders = Array.from({ length: 10 }, (_, index) => index)

/** What stands here until the server has answered. */
export function LoadingItems() {
  return (
    <div className={gridColumns}>
      <p aria-live="polite" className="sr-only">
        {m.shop_loading()}
      </p>
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

export function EmptyShop() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center text-center">
      <SkinPicture className="block aspect-4/3 w-full max-w-80" />
      <h2 className="mt-6 text-2xl">{m.shop_empty_title()}</h2>
      <p className="mt-3 text-muted">{m.shop_empty_text()}</p>
    </div>
  )
}
