import { DiscordMark } from '#web/art/discord-mark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** What happens before, during and after the payment. */
export function CheckoutSteps() {
  const steps = [m.checkout_step_details(), m.checkout_step_pay(), m.checkout_step_ticket()]
  return (
    <aside className="self-start lg:sticky lg:top-24">
      <Panel title={m.checkout_steps_title()}>
        <NumberedSteps steps={steps} />
        <DiscordLink
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'secondary', className: 'mt-6 w-full' })}
        >
          <DiscordMark className="size-5" />
          {m.checkout_paid_link()}
        </DiscordLink>
        <Link
          href={paths.cart()}
          className={buttonClass({ tone: 'quiet', className: 'mt-2 w-full' })}
        >
          {m.checkout_back_to_cart()}
        </Link>
      </Panel>
    </aside>
  )
}
