import type { ReactNode } from 'react'
import type { ReskinSlug } from '#domain/catalogue.ts'
import { Link } from '#web/app/links.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/labels.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { cheapestCents } from '#web/features/donations/cheapest-price.ts'
import { reskinProducts } from './reskins.ts'

interface ReskinTileProps {
  readonly slug: ReskinSlug
  readonly picture: ReactNode
}

/** A link to the page of one reskin. */
export function ReskinTile({ slug, picture }: ReskinTileProps) {
  const { path, label, scope } = reskinProducts[slug]
  return (
    <li>
      <TileFrame
        href={path}
        linkAs={Link}
        picture={picture}
        title={label()}
        text={
          <>
            {scope()}
            <span className="mt-3 block">
              <Badge>{m.price_from({ price: formatCents(cheapestCents(slug)) })}</Badge>
            </span>
          </>
        }
      />
    </li>
  )
}
