import type { ReactNode } from 'react'
import type { ReskinSlug } from '../../../../domain/catalogue.ts'
import { Link } from '../../../components/link.tsx'
import { formatCents } from '../../../i18n/format.ts'
import { m } from '../../../i18n/paraglide/messages.js'
import { Badge } from '../../../ui/badge.tsx'
import { TileFrame } from '../../../ui/tile.tsx'
import { cheapestCents } from '../cheapest.ts'
import { reskinProducts } from './reskins.ts'

interface ReskinTileProps {
  readonly slug: ReskinSlug
  readonly picture: ReactNode
}

/** Leads to the page of one reskin. */
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
