import { PictureMark } from '#web/art/picture-mark.tsx'
import { formatKr } from '#web/i18n/format.ts'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface SkinCardProps {
  readonly name: string
  /** Null while there is no valid price. */
  readonly price: number | null
  /** Null while there is no picture. */
  readonly imageUrl: string | null
  readonly isMarked?: boolean
  readonly labels?: ReactNode
}

export function SkinCard({ name, price, imageUrl, isMarked, labels }: SkinCardProps) {
  return (
    <div
      className={classNames(
        'cut cut-size-14 flex h-full flex-col overflow-hidden',
        isMarked === true && 'cut-line-crystal cut-fill-crystal-deep',
      )}
    >
      <div className="tile-picture overflow-hidden bg-water">
        {imageUrl === null ? (
          <div className="grid aspect-4/3 w-full place-items-center text-line-strong">
            <PictureMark className="size-16" />
          </div>
        ) : (
          <img
            src={imageUrl}
            alt=""
            width={640}
            height={480}
            loading="lazy"
            decoding="async"
            className="block aspect-4/3 w-full object-cover"
          />
        )}
      </div>
      <div className="flex-1 p-3 sm:p-4">
        <p className="font-display text-lg leading-tight font-bold wrap-anywhere">
          {name || '\u00A0'}
        </p>
        <p className="mt-1 kr text-lg text-crystal">
          {price === null ? '\u00A0' : formatKr(price)}
        </p>
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">{labels}</p>
      </div>
    </div>
  )
}
