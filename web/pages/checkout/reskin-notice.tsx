import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'

/** A reskin is made to measure: what it shows is agreed on in a ticket. */
export function ReskinNotice() {
  return (
    <Notice
      tone="warning"
      title={m.checkout_reskin_title()}
      action={
        <DiscordLink target="_blank" rel="noreferrer">
          {m.checkout_reskin_link()}
        </DiscordLink>
      }
    >
      {m.checkout_reskin_text()}
    </Notice>
  )
}
