import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { prefetchPage } from '../navigation.ts'
import { findRoute } from '../routes.tsx'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of `web/paths.ts`. */
  readonly href: string
}

/** A link to a page of the site. Its code is fetched as soon as someone reaches for it. */
export function Link({ href, children, ...rest }: LinkProps) {
  if (findRoute(href).ownDocument) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
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
