import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

/** The way to the staff, for what does not pass by itself; the checkout stays open behind it. */
export function DiscordHelpLink() {
  return (
    <DiscordLink target="_blank" rel="noreferrer">
      {m.checkout_contact()}
    </DiscordLink>
  )
}
