import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TeamPreferences } from '#domain/team-match.ts'
import type { ListingFields } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { prefetchPage, useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { storedDiscordUsername } from '#web/features/accounts/stored-player.ts'
import { savePreferences } from '#web/features/team/preferences.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  clampAge,
  clampGameHours,
  fieldsOfDraft,
  removeDraft,
  isSameListing,
  storeDraft,
  readStoredDraft,
  type FormKey,
  type StoredDraft,
  type ListingDraft,
} from './listing-draft.ts'
import {
  errorsOfRefusal,
  fieldsWithErrors,
  validateListing,
  type ListingErrors,
} from './listing-errors.ts'

interface ListingFormOptions {
  readonly formKey: FormKey
  /** False during hydration, when the form must match the prerendered HTML, without this device's draft. */
  readonly isHydrated: boolean
  /** The initial values if there is no draft. */
  readonly start: ListingDraft
  readonly startRevision: number | null
  /** The Discord name to send if the field was not edited. */
  readonly knownName: string
  /** Sends the listing; resolves to null on success, else to the server's error. */
  readonly save: (fields: ListingFields, stored: StoredDraft) => Promise<ApiProblem | null>
}

export interface ListingFormState {
  readonly stored: StoredDraft
  /** The values of the form, including the known name. */
  readonly draft: ListingDraft & { readonly discordUsername: string }
  readonly errors: ListingErrors
  /** An error of our server that does not belong to a single field. */
  readonly problem: ApiProblem | null
  readonly isSaving: boolean
  readonly change: (changes: Partial<ListingDraft>) => void
  /** Replaces the draft, the version that it is based on, or both. */
  readonly replace: (stored: StoredDraft) => void
  readonly submit: () => Promise<void>
}

/** The id of a field's first control, which gets the focus when the field is invalid. */
export function fieldId(field: keyof ListingFields): string {
  return `listing-${field}`
}

/** The state of the listing form. The draft survives the page, and one press sends once. */
export function useListingForm(options: ListingFormOptions): ListingFormState {
  const { formKey, isHydrated, start, startRevision, knownName, save } = options
  const [stored, setStored] = useState<StoredDraft>(() => {
    const fresh = { draft: start, basis: start, basisRevision: startRevision }
    return (isHydrated ? readStoredDraft(formKey) : null) ?? fresh
  })
  const [isChecked, setIsChecked] = useState(false)
  const [serverErrors, setServerErrors] = useState<ListingErrors>({})
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const sending = useRef(false)
  const fields = fieldsOfDraft(stored.draft, knownName)
  const errors = { ...serverErrors, ...(isChecked && validateListing(fields)) }

  function focusFirst(found: ListingErrors, byServer: ListingErrors = {}): void {
    // Rendered first, so that a screen reader reads the error with the field.
    flushSync(() => setServerErrors(byServer))
    const [first] = fieldsWithErrors(found)
    if (first !== undefined) focusField(first)
  }

  function replace(next: StoredDraft): void {
    setStored(next)
    if (isSameListing(next.draft, next.basis)) removeDraft(formKey)
    else storeDraft(formKey, next)
  }

  function change(changes: Partial<ListingDraft>): void {
    // The request under way would not contain the change, and its success closes the form.
    if (sending.current) return
    replace({ ...stored, draft: { ...stored.draft, ...changes } })
    const changed = new Set(Object.keys(changes))
    setServerErrors(
      Object.fromEntries(Object.entries(serverErrors).filter(([field]) => !changed.has(field))),
    )
  }

  async function submit(): Promise<void> {
    if (sending.current) return
    const found = validateListing(fields)
    setIsChecked(true)
    setServerErrors({})
    setProblem(null)
    change({
      gameHours: String(clampGameHours(stored.draft.gameHours)),
      age: String(clampAge(stored.draft.age)),
    })
    if (Object.keys(found).length > 0) {
      if (Object.values(found).includes('missing')) toastMissing()
      return focusFirst(found)
    }
    sending.current = true
    setIsSaving(true)
    const refusal = await save(fields, stored).finally(() => {
      sending.current = false
      setIsSaving(false)
    })
    if (refusal === null) return
    const atFields = errorsOfRefusal(refusal.errors)
    focusFirst(atFields, atFields)
    if (fieldsWithErrors(atFields).length === 0) setProblem(refusal)
  }

  const draft = { ...stored.draft, discordUsername: stored.draft.discordUsername ?? knownName }
  return { stored, draft, errors, problem, isSaving, change, replace, submit }
}

/** Moves the focus to a field. */
export function focusField(field: keyof ListingFields): void {
  const place = document.getElementById(fieldId(field))
  const control = place?.matches('input, textarea, select')
    ? place
    : place?.querySelector<HTMLElement>('input, select')
  control?.focus()
}

function toastMissing(): void {
  toast({
    title: m.team_form_error(),
    description: m.team_form_missing(),
    tone: 'destructive',
  })
}

/** Returns a function that opens the list after saving. It does nothing if the visitor has left the form. */
export function useReturnToList(): () => void {
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
export function finishListing(
  form: FormKey,
  fields: ListingFields,
  preferences: TeamPreferences | null,
): void {
  const { languages, usualHours } = fields
  removeDraft(form)
  storedDiscordUsername.write(fields.discordUsername)
  if (preferences === null && (languages.length > 0 || usualHours !== null)) {
    savePreferences({ languages, usualHours })
  }
}
