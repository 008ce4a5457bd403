import type { ComponentProps } from 'react'
import { siteConfig } from '#site/community.ts'

const inText = 'inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4'

/** A link to the community's Discord; underlined text, unless it is given another look. */
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
