import type { ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'
import { BackLink } from '#web/app/back-link.tsx'

interface ChooserProps {
  /** The page one level up. */
  readonly up: string
  readonly eyebrow: string
  readonly title: string
  readonly lead: string
  readonly columns: 2 | 3 | 4
  /** Tiles, each in a list item. */
  readonly children: ReactNode
}

const grids = {
  2: 'gap-5 sm:grid-cols-2',
  3: 'gap-5 sm:grid-cols-2 lg:grid-cols-3',
  4: 'gap-4 min-[24rem]:grid-cols-2 sm:gap-5 lg:grid-cols-4',
} as const

/** One step on the way to a reskin, with a few tiles to choose from. */
export function Chooser({ up, eyebrow, title, lead, columns, children }: ChooserProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={up}>{m.nav_back()}</BackLink>
      <PageHeading eyebrow={eyebrow} title={title} lead={lead} />
      <ul aria-label={m.reskin_tiles_label()} className={`grid ${grids[columns]}`}>
        {children}
      </ul>
    </div>
  )
}
