import { Icon } from '#web/art/icon.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/panel.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** What Kr are for, what they never buy, and what happens to them when money goes back. */
export function WhatKrAre() {
  return (
    <Panel title={<KrText>{m.packs_what_title()}</KrText>}>
      <ul className="space-y-5 text-muted">
        <li className="flex gap-3.5">
          <Icon name="crystal" className="size-6 shrink-0 text-crystal" />
          <p>{m.packs_what_currency()}</p>
        </li>
        <li className="flex gap-3.5">
          <Icon name="shield" className="size-6 shrink-0 text-crystal" />
          <p>{m.packs_what_cosmetic()}</p>
        </li>
        <li className="flex gap-3.5">
          <Icon name="wallet" className="size-6 shrink-0 text-crystal" />
          <div>
            <p>{m.packs_what_refund()}</p>
            <DiscordLink target="_blank" rel="noreferrer">
              {m.packs_contact()}
            </DiscordLink>
          </div>
        </li>
      </ul>
    </Panel>
  )
}
