import type { ComponentType, ReactNode } from 'react'
import { ArrowMark } from './marks.tsx'

interface LinkProps {
  readonly href: string
  readonly className: string
  readonly children: ReactNode
}

interface TileFrameProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Such as a price. */
  readonly badge?: ReactNode
  readonly picture: ReactNode
  /** Without it the tile is a plain box that cannot be chosen. */
  readonly href?: string
  /** The link component, such as a router's; a plain `<a>` by default. */
  readonly linkAs?: ComponentType<LinkProps> | 'a'
}

const frame = 'tile cut cut-size-20 group flex h-full overflow-hidden sm:flex-col'

/** A large choice: picture, title and a line of text, all in one link. On a phone it is a row. */
export function TileFrame(props: TileFrameProps) {
  const { href, linkAs: Link = 'a', title, text, badge, picture } = props
  const content = (
    <>
      <span className="tile-picture relative block overflow-hidden max-sm:w-29 max-sm:shrink-0 max-[24rem]:w-20">
        {picture}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1.5 p-4 sm:p-5">
        <span className="flex items-center justify-between gap-3 font-display text-lg leading-tight font-bold sm:text-xl">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {href !== undefined && (
            <ArrowMark className="tile-arrow size-6 shrink-0 max-[24rem]:hidden" />
          )}
        </span>
        {text && <span className="text-sm text-muted sm:text-base">{text}</span>}
        {badge && <span className="mt-1 block sm:mt-auto sm:pt-2">{badge}</span>}
      </span>
    </>
  )
  if (href === undefined) return <div className={frame}>{content}</div>
  return (
    <Link href={href} className={`${frame} tile-link`}>
      {content}
    </Link>
  )
}
