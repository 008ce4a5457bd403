import { useId, useState } from 'react'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DonorRanking } from './donor-ranking.tsx'

/** Beside the tiles: what donations are for, and who gave. */
export function DonationSidePanel() {
  return (
    <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <MonetizationNote />
      <DonorRanking />
      <footer className="px-1 text-sm text-muted">
        <p>{m.donation_footer()}</p>
        <DiscordLink>
          <DiscordMark className="size-5" />
          {m.donation_footer_link()}
        </DiscordLink>
      </footer>
    </aside>
  )
}

function MonetizationNote() {
  const [isOpen, setIsOpen] = useState(false)
  const noteId = useId()
  return (
    <Panel title={m.donation_note_title()}>
      <Button
        tone="secondary"
        aria-expanded={isOpen}
        aria-controls={noteId}
        onClick={() => setIsOpen(!isOpen)}
        icon={<Icon name="chevron-down" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />}
      >
        {isOpen ? m.donation_note_hide() : m.donation_note_show()}
      </Button>
      <div id={noteId} hidden={!isOpen} className="mt-4 space-y-3 text-muted">
        <p>{m.donation_note_use()}</p>
        <p>{m.donation_note_rules()}</p>
      </div>
    </Panel>
  )
}
