import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TeamPreferences } from '#domain/team-match.ts'
import type { ListingFields } from '#domain/team.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { prefetchPage, useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { toast } from '#web/app/toasts.ts'
import { rememberedDiscordUsername } from '#web/features/accounts/remembered-player.ts'
import { savePreferences } from '#web/features/team/preferences.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  clampAge,
  clampGameHours,
  fieldsOfDraft,
  forgetDraft,
  isSameListing,
  keepDraft,
  readKeptDraft,
  type FormKey,
  type KeptDraft,
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
  /** Prerendered HTML is taken over as it was made, without what this device has kept. */
  readonly isKnown: boolean
  /** What the form starts with when nothing was typed into it before. */
  readonly start: ListingDraft
  readonly startRevision: number | null
  /** The Discord name to send as long as none was typed. */
  readonly knownName: string
  /** Sends it; null when that is done, else why it was refused. */
  readonly save: (fields: ListingFields, kept: KeptDraft) => Promise<ApiProblem | null>
}

export interface ListingFormState {
  readonly kept: KeptDraft
  /** What stands in the form, the known name included. */
  readonly draft: ListingDraft & { readonly discordUsername: string }
  readonly errors: ListingErrors
  /** Why our server refused it, where that is not the fault of a single field. */
  readonly problem: ApiProblem | null
  readonly isSaving: boolean
  readonly change: (changes: Partial<ListingDraft>) => void
  /** Puts another listing in place of all that was typed, or another basis below it. */
  readonly replace: (kept: KeptDraft) => void
  readonly submit: () => Promise<void>
}

/** The id of a field's first control, to which the focus goes when it is refused. */
export function fieldId(field: keyof ListingFields): string {
  return `listing-${field}`
}

/** The state of the listing form: what was typed outlives the page, and one press sends once. */
export function useListingForm(options: ListingFormOptions): ListingFormState {
  const { formKey, isKnown, start, startRevision, knownName, save } = options
  const [kept, setKept] = useState<KeptDraft>(() => {
    const fresh = { draft: start, basis: start, basisRevision: startRevision }
    return (isKnown ? readKeptDraft(formKey) : null) ?? fresh
  })
  const [isChecked, setIsChecked] = useState(false)
  const [refused, setRefused] = useState<ListingErrors>({})
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [refusalCount, setRefusalCount] = useState(0)
  const sending = useRef(false)
  const fields = fieldsOfDraft(kept.draft, knownName)
  const errors = { ...refused, ...(isChecked && validateListing(fields)) }
  const focusFirstError = useEffectEvent(() => {
    const [first] = fieldsWithErrors(errors)
    if (first !== undefined) focusField(first)
  })

  useEffect(() => {
    // Now that what is wrong stands beside the field, and is read out with it.
    if (refusalCount > 0) focusFirstError()
  }, [refusalCount])

  function replace(next: KeptDraft): void {
    setKept(next)
    if (isSameListing(next.draft, next.basis)) forgetDraft(formKey)
    else keepDraft(formKey, next)
  }

  function change(changes: Partial<ListingDraft>): void {
    // What is on its way would not have it, and then the form is gone.
    if (sending.current) return
    replace({ ...kept, draft: { ...kept.draft, ...changes } })
    const changed = new Set(Object.keys(changes))
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !changed.has(field))))
  }

  async function submit(): Promise<void> {
    if (sending.current) return
    const found = validateListing(fields)
    setIsChecked(true)
    setRefused({})
    setProblem(null)
    change({
      gameHours: String(clampGameHours(kept.draft.gameHours)),
      age: String(clampAge(kept.draft.age)),
    })
    if (Object.keys(found).length > 0) {
      if (Object.values(found).includes('missing')) toastMissing()
      setRefusalCount(refusalCount + 1)
      return
    }
    sending.current = true
    setIsSaving(true)
    const refusal = await save(fields, kept).finally(() => {
      sending.current = false
      setIsSaving(false)
    })
    if (refusal === null) return
    const atFields = errorsOfRefusal(refusal.errors)
    setRefused(atFields)
    if (fieldsWithErrors(atFields).length > 0) setRefusalCount(refusalCount + 1)
    else setProblem(refusal)
  }

  const draft = { ...kept.draft, discordUsername: kept.draft.discordUsername ?? knownName }
  return { kept, draft, errors, problem, isSaving, change, replace, submit }
}

/** Puts the focus where somebody can mend a field. */
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

/** The way back to the list, for the end of a saving that took a while: not from another page by then. */
export function useLeaveForList(): () => void {
  const navigate = useNavigate()
  const isShown = useRef(false)

  useEffect(() => {
    isShown.current = true
    // The network may be gone when the list is wanted.
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
 * What was typed is a listing now: the draft goes, and this device remembers what the next one can
 * start with. What its player said of himself before stays.
 */
export function finishListing(
  form: FormKey,
  fields: ListingFields,
  preferences: TeamPreferences | null,
): void {
  const { languages, usualHours } = fields
  forgetDraft(form)
  rememberedDiscordUsername.write(fields.discordUsername)
  if (preferences === null && (languages.length > 0 || usualHours !== null)) {
    savePreferences({ languages, usualHours })
  }
}
