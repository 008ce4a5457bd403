import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { siteConfig } from '#site/community.ts'
import { prefetchPage } from './navigation.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of `web/app/paths.ts`. */
  readonly href: string
}

/** A link to a page of the site. The page's code is prefetched on hover, touch or focus. */
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

const inText = 'inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4'

/** A link to the community's Discord, underlined by default. */
export function DiscordLink({
  className = inText,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'>) {
  return (
    <a {...rest} href={siteConfig.discordInviteUrl} className={className}>
      {children}
    </a>
  )
}
