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
  readonly picture: ReactNode
  /** Without it the tile is a plain box that cannot be chosen. */
  readonly href?: string
  /** The link component, such as a router's; a plain `<a>` by default. */
  readonly linkAs?: ComponentType<LinkProps> | 'a'
}

const frame = 'tile cut cut-size-20 group flex h-full flex-col overflow-hidden'

/** A large choice: picture, title and a line of text, all in one link. */
export function TileFrame(props: TileFrameProps) {
  const { href, linkAs: Link = 'a', title, text, picture } = props
  const content = (
    <>
      <span className="tile-picture relative block overflow-hidden">{picture}</span>
      <span className="flex flex-1 flex-col gap-1.5 p-5">
        <span className="flex items-center justify-between gap-3 font-display text-xl leading-tight font-bold">
          {title}
          {href !== undefined && <ArrowMark className="tile-arrow size-6 shrink-0" />}
        </span>
        {text && <span className="text-muted">{text}</span>}
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
