import type { FailureCode } from '#web/api/client.ts'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'

const texts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  card_payments_unavailable: () => m.packs_problem_stripe(),
  item_not_sold: () => m.packs_problem_not_sold(),
  network_error: () => m.packs_problem_network(),
  rate_limited: () => m.packs_problem_rate_limited(),
  too_many_open_checkouts: () => m.checkout_too_many_open(),
  timeout: () => m.packs_problem_stripe(),
  validation_failed: () => m.packs_problem_fields(),
}

/** Why no checkout was opened, that nothing is lost, and what to do. */
export function PurchaseProblem({ code }: { readonly code: FailureCode }) {
  return (
    <Notice
      live
      tone="error"
      title={m.packs_error_text()}
      action={
        <DiscordLink target="_blank" rel="noreferrer">
          {m.packs_contact()}
        </DiscordLink>
      }
    >
      {(texts[code] ?? m.packs_problem_server)()}
    </Notice>
  )
}
