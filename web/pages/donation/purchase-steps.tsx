import { DiscordMark } from '../../art/discord-mark.tsx'
import { DiscordLink } from '../../components/discord-link.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { Panel } from '../../ui/panel.tsx'

/** What follows a purchase that the staff carries out, in the order in which it happens. */
export function PurchaseSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <Panel title={m.reskin_steps_title()}>
      <ol className="space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center border border-line-strong font-display text-sm font-bold text-crystal"
            >
              {index + 1}
            </span>
            <span className="text-muted">{step}</span>
          </li>
        ))}
      </ol>
      <DiscordLink className="mt-4 inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4">
        <DiscordMark className="size-5 shrink-0" />
        {m.reskin_ask()}
      </DiscordLink>
    </Panel>
  )
}
