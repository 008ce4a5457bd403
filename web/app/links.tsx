import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { buttonClass, type ButtonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { prefetchPage } from './navigation.ts'
import { site } from './site.ts'

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

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(inText, className)} />
}

export function ButtonLink({ tone, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClass({ tone, size, className })} />
}

interface DiscordLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Whether this page stays open. */
  readonly newTab?: boolean
}

export function DiscordLink(props: DiscordLinkProps) {
  const { className = inText, newTab = false, children, ...rest } = props
  return (
    <a
      {...rest}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      href={site().community.discordInviteUrl}
      className={className}
    >
      {children}
    </a>
  )
}

export function DiscordButton(props: DiscordLinkProps & ButtonLook) {
  const { tone, size, className, children, ...rest } = props
  return (
    <DiscordLink {...rest} className={buttonClass({ tone, size, className })}>
      <DiscordMark className="size-5" />
      <span>{children}</span>
    </DiscordLink>
  )
}
