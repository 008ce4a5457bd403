import type { ComponentProps } from 'react'
import { TileFrame } from '#web/ui/tile.tsx'
import { Link } from './links.tsx'

/** A link to a page of the site, in a list of tiles. */
export function LinkTile(props: Omit<ComponentProps<typeof TileFrame>, 'linkAs'>) {
  return (
    <li>
      <TileFrame {...props} linkAs={Link} />
    </li>
  )
}
