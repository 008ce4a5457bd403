import { DiscordMark } from '../../art/discord-mark.tsx'
import { DiscordLink } from '../../components/discord-link.tsx'
import { Link } from '../../components/link.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NumberedSteps } from '../../ui/numbered-steps.tsx'
import { Panel } from '../../ui/panel.tsx'

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
