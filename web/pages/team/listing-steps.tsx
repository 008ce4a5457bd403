import { listingLifetimeDays } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { NumberedSteps } from '#web/ui/numbered-steps.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** What happens with a listing once it is posted. */
export function ListingSteps() {
  const steps = [
    m.team_form_step_seen(),
    m.team_form_step_contact(),
    m.team_form_step_end({ days: String(listingLifetimeDays) }),
    m.team_form_step_own(),
  ]
  return (
    <aside className="self-start lg:sticky lg:top-24">
      <Panel title={m.team_form_steps_title()}>
        <NumberedSteps steps={steps} />
      </Panel>
    </aside>
  )
}
