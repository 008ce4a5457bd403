import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { prefetchPage } from '#web/navigation.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of `web/paths.ts`. */
  readonly href: string
}

/** A link to a page of the site. Its code is fetched as soon as someone reaches for it. */
export function Link({ href, children, ...rest }: LinkProps) {
  const prefetch = () => prefetchPage(href)
  return (
    <RouterLink
      {...rest}
      href={href}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={prefetch}
    >
      {children}
    </RouterLink>
  )
}
