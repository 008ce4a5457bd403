import type { ListingType } from '#domain/team-listings.ts'
import { listingTypeLabel } from '#web/team/listing-labels.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from './marks.tsx'

const looks: Readonly<Record<ListingType, string>> = {
  LFG: 'bg-crystal-deep text-crystal',
  LFT: 'bg-raised text-ink',
}

/** Who looks for whom, in words, with the short form that players know. */
export function TypeBadge({ type }: { readonly type: ListingType }) {
  return (
    <span className={classNames('badge py-1', looks[type])}>
      <Mark name={type} className="size-4.5" />
      <span>
        {type}
        <span className="font-medium"> · {listingTypeLabel(type)}</span>
      </span>
    </span>
  )
}
