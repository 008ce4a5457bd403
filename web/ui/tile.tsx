import type { ComponentType, ReactNode } from 'react'
import { classNames } from './class-names.ts'
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
  readonly linkAs?: ComponentType<LinkProps>
  readonly className?: string
}

const frame = 'tile cut cut-size-20 group flex h-full flex-col overflow-hidden'

/** A large choice: picture, title and a line of text, all in one link. */
export function TileFrame(props: TileFrameProps) {
  const { href, linkAs: Link = PlainLink, className, title, text, picture } = props
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
  const look = classNames(frame, className)
  if (href === undefined) return <div className={look}>{content}</div>
  return (
    <Link href={href} className={classNames(look, 'tile-link')}>
      {content}
    </Link>
  )
}

function PlainLink({ children, ...rest }: LinkProps) {
  return <a {...rest}>{children}</a>
}
