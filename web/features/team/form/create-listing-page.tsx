import { useRef, useState } from 'react'
import { listingLifetimeDays } from '#domain/team.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { storedDiscordUsername } from '#web/features/accounts/stored-player.ts'
import { useOfflineCopies } from '#web/features/guides/save-offline.ts'
import { usePreferences } from '#web/features/team/preferences.ts'
import { makeListing, type SaveOutcome } from '#web/features/team/store/own-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { emptyDraft } from './listing-draft.ts'
import { ListingForm } from './listing-form.tsx'
import { useListingForm } from './use-listing-form.ts'

export default function CreateListingPage() {
  const isHydrated = useIsHydrated()
  useOfflineCopies()
  return (
    <div className="page">
      <BackLink href={paths.team()}>{m.section_team_finder()}</BackLink>
      <PageHeading title={m.team_form_create_title()} lead={m.team_form_create_lead()} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        {/* Mounted again after hydration, to start with the draft stored on this device. */}
        <NewListing key={String(isHydrated)} />
        <ListingSteps />
      </div>
    </div>
  )
}

function NewListing() {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  const preferences = usePreferences()
  const made = useRef<SaveOutcome>(null)
  const [storedName] = useState(() => (isHydrated ? storedDiscordUsername.read() : null))
  const form = useListingForm({
    formKey: 'new',
    start: {
      ...emptyDraft,
      languages: preferences?.languages ?? [],
      usualHours: preferences?.usualHours ?? null,
    },
    startRevision: null,
    knownName: user?.discordUsername ?? storedName ?? '',
    change: 'made',
    save: async (fields) => {
      // The listing was made before, but the list could not be shown: this press only retries that.
      if (made.current) return made.current
      const outcome = await makeListing(fields)
      if (outcome.kind !== 'refused') made.current = outcome
      return outcome
    },
  })
  return <ListingForm form={form} submitLabel={m.team_form_post()} />
}

function ListingSteps() {
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
