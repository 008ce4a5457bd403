import { DiscordMark } from '#web/art/discord-mark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** What follows a purchase that the staff carries out, in the order in which it happens. */
export function PurchaseSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <Panel title={m.reskin_steps_title()}>
      <NumberedSteps steps={steps} />
      <DiscordLink className="mt-4 inline-flex min-h-11 items-center gap-2 text-crystal underline underline-offset-4">
        <DiscordMark className="size-5 shrink-0" />
        {m.reskin_ask()}
      </DiscordLink>
    </Panel>
  )
}
