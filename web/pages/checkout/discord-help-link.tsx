import { siteConfig } from '../../../site.config.ts'
import { m } from '../../i18n/paraglide/messages.js'

/** The way to the staff, for what does not pass by itself. */
export function DiscordHelpLink() {
  return (
    <a
      href={siteConfig.discordInviteUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
    >
      {m.checkout_contact()}
    </a>
  )
}
