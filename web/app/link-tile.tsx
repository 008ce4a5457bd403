import type { ReactNode } from 'react'
import { ArrowMark } from '#web/ui/marks.tsx'
import { Link } from './links.tsx'

interface LinkTileProps {
  readonly href: string
  /** Of the words, where that is not the page's. */
  readonly lang?: string | undefined
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Such as a price. */
  readonly badge?: ReactNode
  readonly picture: ReactNode
}

/** A large choice in a list: picture, title and a line of text, all in one link. On a phone it is a row. */
export function LinkTile({ href, lang, title, text, badge, picture }: LinkTileProps) {
  return (
    <li lang={lang}>
      <Link
        href={href}
        className="tile tile-link cut cut-size-20 group flex h-full overflow-hidden sm:flex-col"
      >
        <span className="tile-picture relative block overflow-hidden max-sm:w-29 max-sm:shrink-0 max-[24rem]:w-20">
          {picture}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-1.5 p-4 sm:p-5">
          <span className="flex items-center justify-between gap-3 font-display text-lg leading-tight font-bold sm:text-xl">
            <span className="min-w-0 wrap-anywhere">{title}</span>
            <ArrowMark className="tile-arrow size-6 shrink-0 max-[24rem]:hidden" />
          </span>
          {text && <span className="text-sm text-muted sm:text-base">{text}</span>}
          {badge && <span className="mt-1 block sm:mt-auto sm:pt-2">{badge}</span>}
        </span>
      </Link>
    </li>
  )
}
