import { useEffect, useRef, useState } from 'react'
import type { ListingFields } from '#domain/team.ts'
import { prefetchPage, useNavigate } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type Form, type FieldErrors } from '#web/app/use-form.ts'
import { storedDiscordUsername } from '#web/features/accounts/stored-player.ts'
import { adoptPreferences } from '#web/features/team/preferences.ts'
import { problemText, toastOutcome, type ShownProblem } from '#web/features/team/save-outcome.tsx'
import type { SaveOutcome } from '#web/features/team/store/own-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  fieldsOfDraft,
  removeDraft,
  isSameListing,
  storeDraft,
  readStoredDraft,
  type FormKey,
  type StoredDraft,
  type ListingDraft,
} from './listing-draft.ts'
import { toFieldError, type FieldError } from '#contract/problem.ts'
import { listingForm } from '#contract/team.ts'

interface ListingFormOptions {
  readonly formKey: FormKey
  /** The initial values if there is no draft. */
  readonly start: ListingDraft
  readonly startRevision: number | null
  /** The Discord name to send if the field was not edited. */
  readonly knownName: string
  /** What saving does to the listing, for the message about it. */
  readonly change: 'made' | 'edited'
  readonly save: (fields: ListingFields, stored: StoredDraft) => Promise<SaveOutcome>
}

/** The values of the form, including the known name. */
type FormDraft = ListingDraft & { readonly discordUsername: string }

export interface ListingFormState extends Form<keyof ListingFields> {
  /** The failed request behind the failure. */
  readonly problem: ShownProblem | null
  readonly stored: StoredDraft
  readonly draft: FormDraft
  readonly change: <Name extends keyof FormDraft>(name: Name, value: FormDraft[Name]) => void
  /** Replaces the draft, the version that it is based on, or both. */
  readonly replace: (stored: StoredDraft) => void
}

/** The state of the listing form. The draft survives the page; after saving, the list opens. */
export function useListingForm(options: ListingFormOptions): ListingFormState {
  const { formKey, start, startRevision, knownName, change, save } = options
  // In hydration the form must match the server’s HTML, without this device's draft.
  const isHydrated = useIsHydrated()
  const leave = useReturnToList()
  const [stored, setStored] = useState<StoredDraft>(() => {
    const fresh = { draft: start, basis: start, basisRevision: startRevision }
    return (isHydrated ? readStoredDraft(formKey) : null) ?? fresh
  })
  const [isChecked, setIsChecked] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const fields = fieldsOfDraft(stored.draft, knownName)

  function store(next: StoredDraft): void {
    setStored(next)
    if (isSameListing(next.draft, next.basis)) removeDraft(formKey)
    else storeDraft(formKey, next)
  }

  const form = useForm<keyof ListingFields>({
    validate: () => {
      const numbers = { gameHours: String(fields.gameHours), age: String(fields.age) }
      store({ ...stored, draft: { ...stored.draft, ...numbers } })
      setIsChecked(true)
      const found = validateListing(fields)
      if (fields.description === '' || fields.discordUsername === '') {
        toast({
          title: m.failed_title(),
          description: m.team_form_missing(),
          tone: 'destructive',
        })
      }
      return found
    },
    send: async () => {
      const outcome = await save(fields, stored)
      if (outcome.kind === 'refused') {
        // The page already shows that its listing is deleted.
        if (formKey !== 'new' && outcome.problem.code === 'listing_not_found') return
        throw outcome.problem
      }
      // The form now has the newer version, and keeps the typed text beside it.
      if (outcome.kind === 'overtaken') return
      finishListing(formKey, fields)
      leave()
      toastOutcome(outcome, change)
    },
    explain: (refused) => {
      const atFields = errorsOfRefusal(refused.errors)
      setProblem(refused)
      return Object.keys(atFields).length > 0 ? atFields : problemText(refused)
    },
  })

  return {
    ...form,
    problem: form.failure === null ? null : problem,
    // After the first try, what is typed is checked at once.
    errors: { ...form.errors, ...(isChecked && validateListing(fields)) },
    stored,
    draft: { ...stored.draft, discordUsername: stored.draft.discordUsername ?? knownName },
    change: (name, value) => {
      // The request under way would not contain the change, and its success closes the form.
      if (form.isPending) return
      form.clearErrors(name)
      store({ ...stored, draft: { ...stored.draft, [name]: value } })
    },
    replace: (next) => {
      form.clearErrors()
      store(next)
    },
  }
}

/** Returns a function that opens the list after saving. It does nothing if the visitor has left the form. */
function useReturnToList(): () => void {
  const navigate = useNavigate()
  const isShown = useRef(false)

  useEffect(() => {
    isShown.current = true
    // The network may be gone by then.
    prefetchPage(paths.team())
    return () => {
      isShown.current = false
    }
  }, [])

  return () => {
    if (isShown.current) navigate(paths.team())
  }
}

/**
 * Removes the draft of a saved listing and stores values for the next one. Existing preferences of
 * the player stay.
 */
export function finishListing(form: FormKey, fields: ListingFields): void {
  removeDraft(form)
  storedDiscordUsername.write(fields.discordUsername)
  adoptPreferences([fields])
}

type ListingErrors = FieldErrors<keyof ListingFields>

/** The errors that our server would report, found before sending. */
export function validateListing(fields: ListingFields): ListingErrors {
  const { error } = listingForm.safeParse(fields)
  return errorsOfRefusal(error ? error.issues.map(toFieldError) : [])
}

/** The errors of our server's response, by field. */
export function errorsOfRefusal(errors: readonly FieldError[]): ListingErrors {
  return Object.fromEntries(
    Object.keys(listingForm.shape).flatMap((field) => {
      const error = errors.find(({ path }) => path === field || path.startsWith(`${field}.`))
      return error ? [[field, errorText(field, error.code)]] : []
    }),
  )
}

function errorText(field: string, code: string): string {
  // Texts alone have a minimum, numbers are clamped before they are sent.
  if (code === 'too_small' && field === 'description') return m.team_form_description_missing()
  if (code === 'too_small') return m.team_form_discord_missing()
  if (code === 'invalid_format') return m.form_text_refused()
  if (code === 'web_address') return m.team_form_web_address()
  return code === 'hours_equal' ? m.team_match_hours_equal() : m.team_form_field_refused()
}
