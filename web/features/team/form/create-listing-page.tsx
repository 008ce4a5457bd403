import { useRef, useState } from 'react'
import { listingLifetimeDays } from '#domain/team.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { rememberedDiscordUsername } from '#web/features/accounts/remembered-player.ts'
import { useKeptOffline } from '#web/features/guides/keep-offline.ts'
import { useKnownPreferences, usePreferences } from '#web/features/team/preferences.ts'
import { toastOutcome } from '#web/features/team/save-outcome.tsx'
import { makeListing } from '#web/features/team/store/own-listings.ts'
import { useOwnListings } from '#web/features/team/store/use-own-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { emptyDraft } from './listing-draft.ts'
import { ListingForm } from './listing-form.tsx'
import { finishListing, useLeaveForList, useListingForm } from './use-listing-form.ts'

/** The form of a new listing. */
export default function CreateListingPage() {
  const { isLoaded } = useOwnListings()
  useKeptOffline()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.team()}>{m.section_team_finder()}</BackLink>
      <PageHeading title={m.team_form_create_title()} lead={m.team_form_create_lead()} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        {/* Anew once this device is known: with what was typed into it before. */}
        <NewListing key={String(isLoaded)} isKnown={isLoaded} />
        <ListingSteps />
      </div>
    </div>
  )
}

function NewListing({ isKnown }: { readonly isKnown: boolean }) {
  const { user } = useSession()
  const preferences = usePreferences()
  const knownPreferences = useKnownPreferences()
  const leave = useLeaveForList()
  const isMade = useRef(false)
  const [rememberedName] = useState(() => (isKnown ? rememberedDiscordUsername.read() : null))
  const accountName = user?.discordUsername ?? null
  const form = useListingForm({
    formKey: 'new',
    isKnown,
    start: {
      ...emptyDraft,
      languages: knownPreferences?.languages ?? [],
      usualHours: knownPreferences?.usualHours ?? null,
    },
    startRevision: null,
    knownName: accountName ?? rememberedName ?? '',
    save: async (fields) => {
      // The list could not be shown when it was made: the press is for going there.
      if (!isMade.current) {
        const outcome = await makeListing(fields)
        toastOutcome(outcome, 'made')
        if (outcome.kind === 'refused') return outcome.problem
        isMade.current = true
        finishListing('new', fields, preferences)
      }
      leave()
      return null
    },
  })
  return (
    <ListingForm
      form={form}
      isKnown={isKnown}
      submitLabel={m.team_form_post()}
      accountName={accountName}
    />
  )
}

/** What happens with a listing once it is posted. */
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
