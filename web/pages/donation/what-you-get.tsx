import { Icon } from '#web/art/icon.tsx'
import type { IconName } from '#web/art/icon-paths.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/panel.tsx'

interface WhatYouGetProps {
  readonly benefits: readonly { readonly icon: IconName; readonly text: string }[]
}

/** What the buyer gets, followed by what holds for all that lasts some months. */
export function WhatYouGet({ benefits }: WhatYouGetProps) {
  const all = [
    ...benefits,
    { icon: 'shield', text: m.buy_gets_activation() },
    { icon: 'wallet', text: m.buy_gets_once() },
  ] as const
  return (
    <Panel title={m.buy_gets_title()}>
      <ul className="space-y-4">
        {all.map(({ icon, text }) => (
          <li key={icon} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-crystal" />
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
