import type { FormEvent, ReactNode } from 'react'
import { mostPlayStyles, playStyles, type ListingFields, type PlayStyle } from '#domain/team.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#web/app/paths.ts'
import { playStyleLabel } from '#web/features/team/listing-labels.ts'
import {
  ChipField,
  LanguagesField,
  UsualHoursField,
} from '#web/features/team/preference-fields.tsx'
import { SaveProblem } from '#web/features/team/save-outcome.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ContactField, DescriptionField, NumberField, TypeField } from './form-fields.tsx'
import { clampAge, clampGameHours } from './listing-draft.ts'
import { errorText, fieldsWithErrors, type ListingErrors } from './listing-errors.ts'
import { fieldId, focusField, type ListingFormState as FormState } from './use-listing-form.ts'

interface ListingFormProps {
  readonly form: FormState
  /** False until hydration: before, typed text would be lost. */
  readonly isHydrated: boolean
  readonly submitLabel: string
  /** The Discord name of the signed-in account. */
  readonly accountName: string | null
  /** Shown right above the buttons, where nobody misses it before sending. */
  readonly children?: ReactNode
}

/** The form about a player and their listing. */
export function ListingForm(props: ListingFormProps) {
  const { form, isHydrated, submitLabel, accountName, children } = props
  const { draft, errors, problem, isSaving, change } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={!isHydrated} className="grid min-w-0 gap-6 sm:gap-8">
        <TypeField value={draft.type} onChange={(type) => change({ type })} />
        <Panel title={m.team_form_about_you()}>
          <div className="grid gap-x-6 gap-y-5 min-[26rem]:grid-cols-2">
            <NumberField
              id={fieldId('gameHours')}
              label={m.team_form_game_hours()}
              hint={m.team_form_game_hours_hint()}
              value={draft.gameHours}
              clamp={clampGameHours}
              onChange={(gameHours) => change({ gameHours })}
            />
            <NumberField
              id={fieldId('age')}
              label={m.team_form_age()}
              hint={m.team_form_age_hint()}
              value={draft.age}
              clamp={clampAge}
              onChange={(age) => change({ age })}
            />
          </div>
          <div className="mt-4">
            <Switch
              label={m.team_form_microphone()}
              checked={draft.hasMicrophone}
              onChange={(hasMicrophone) => change({ hasMicrophone })}
            />
          </div>
        </Panel>
        <Panel title={m.team_form_listing()}>
          <div className="grid gap-6">
            <DescriptionField
              id={fieldId('description')}
              value={draft.description}
              error={errorText('description', errors.description)}
              onChange={(description) => change({ description })}
            />
            <ContactField
              id={fieldId('discordUsername')}
              value={draft.discordUsername}
              accountName={accountName}
              error={errorText('discordUsername', errors.discordUsername)}
              onChange={(discordUsername) => change({ discordUsername })}
            />
          </div>
        </Panel>
        <Panel title={m.team_form_optional()}>
          <p className="-mt-2 mb-5 text-muted">{m.team_form_optional_text()}</p>
          <div className="grid gap-7">
            <div id={fieldId('languages')}>
              <LanguagesField
                value={draft.languages}
                error={errorText('languages', errors.languages)}
                onChange={(languages) => change({ languages })}
              />
            </div>
            <div id={fieldId('usualHours')}>
              <UsualHoursField
                value={draft.usualHours}
                error={errorText('usualHours', errors.usualHours)}
                onChange={(usualHours) => change({ usualHours })}
              />
            </div>
            <div id={fieldId('playStyles')}>
              <PlayStylesField
                value={draft.playStyles}
                error={errorText('playStyles', errors.playStyles)}
                onChange={(styles) => change({ playStyles: styles })}
              />
            </div>
          </div>
        </Panel>
        <ErrorSummary errors={errors} />
        {problem && <SaveProblem code={problem.code} />}
        {children}
        <div className="flex flex-wrap-reverse items-center justify-end gap-3">
          <Link href={paths.team()} className={buttonClass({ tone: 'quiet', size: 'large' })}>
            {m.team_form_cancel()}
          </Link>
          <Button
            type="submit"
            size="large"
            className="w-full sm:w-auto"
            pending={isSaving}
            pendingLabel={m.team_form_saving()}
          >
            {submitLabel}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

interface PlayStylesFieldProps {
  readonly value: readonly PlayStyle[]
  readonly onChange: (value: readonly PlayStyle[]) => void
  readonly error?: ReactNode
}

/** The play styles that a player likes. */
export function PlayStylesField({ value, onChange, error }: PlayStylesFieldProps) {
  return (
    <ChipField
      legend={m.team_match_styles_legend()}
      options={playStyles}
      labelOf={playStyleLabel}
      most={mostPlayStyles}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

const labels: Readonly<Record<keyof ListingFields, () => string>> = {
  type: m.team_form_type,
  gameHours: m.team_form_game_hours,
  age: m.team_form_age,
  hasMicrophone: m.team_form_microphone,
  description: m.team_form_description,
  discordUsername: m.team_form_discord,
  languages: m.team_match_languages_legend,
  usualHours: m.team_match_hours_legend,
  playStyles: m.team_match_styles_legend,
}

/** The remaining errors, beside the button, because the fields may be far above it. */
function ErrorSummary({ errors }: { readonly errors: ListingErrors }) {
  const fields = fieldsWithErrors(errors)
  if (fields.length === 0) return null
  return (
    <Notice live tone="error" title={m.team_form_faults_title()}>
      <ul className="flex flex-wrap gap-x-6">
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => focusField(field)}
              className="min-h-11 text-left text-ink underline underline-offset-4 hover:text-crystal"
            >
              {labels[field]()}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
