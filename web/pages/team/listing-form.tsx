import type { FormEvent, ReactNode } from 'react'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { settleAge, settleHours } from '#web/team/listing-draft.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { DescriptionField } from './description-field.tsx'
import { ContactField } from './contact-field.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { faultText } from './fault-text.ts'
import { LanguagesField } from './languages-field.tsx'
import { NumberField } from './number-field.tsx'
import { PlayStylesField } from './play-styles-field.tsx'
import { SaveProblem } from './save-problem.tsx'
import { TypeField } from './type-field.tsx'
import { fieldId, type ListingForm as FormState } from './use-listing-form.ts'
import { UsualHoursField } from './usual-hours-field.tsx'

interface ListingFormProps {
  readonly form: FormState
  /** This device is known; before, nothing can be typed that would be lost. */
  readonly isKnown: boolean
  readonly submitLabel: string
  /** The name that a signed-in account has at Discord. */
  readonly accountName: string | null
  /** Right above the buttons, where nobody sends without having passed it. */
  readonly children?: ReactNode
}

/** What a player says of himself and whom he looks for. */
export function ListingForm(props: ListingFormProps) {
  const { form, isKnown, submitLabel, accountName, children } = props
  const { draft, faults, problem, isSaving, change } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={!isKnown} className="grid min-w-0 gap-6 sm:gap-8">
        <TypeField value={draft.type} onChange={(type) => change({ type })} />
        <Panel title={m.team_form_about_you()}>
          <div className="grid gap-x-6 gap-y-5 min-[26rem]:grid-cols-2">
            <NumberField
              id={fieldId('gameHours')}
              label={m.team_form_game_hours()}
              hint={m.team_form_game_hours_hint()}
              value={draft.gameHours}
              settle={settleHours}
              onChange={(gameHours) => change({ gameHours })}
            />
            <NumberField
              id={fieldId('age')}
              label={m.team_form_age()}
              hint={m.team_form_age_hint()}
              value={draft.age}
              settle={settleAge}
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
              error={faultText('description', faults.description)}
              onChange={(description) => change({ description })}
            />
            <ContactField
              id={fieldId('discordUsername')}
              value={draft.discordUsername}
              accountName={accountName}
              error={faultText('discordUsername', faults.discordUsername)}
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
                error={faultText('languages', faults.languages)}
                onChange={(languages) => change({ languages })}
              />
            </div>
            <div id={fieldId('usualHours')}>
              <UsualHoursField
                value={draft.usualHours}
                error={faultText('usualHours', faults.usualHours)}
                onChange={(usualHours) => change({ usualHours })}
              />
            </div>
            <div id={fieldId('playStyles')}>
              <PlayStylesField
                value={draft.playStyles}
                error={faultText('playStyles', faults.playStyles)}
                onChange={(playStyles) => change({ playStyles })}
              />
            </div>
          </div>
        </Panel>
        <FaultSummary faults={faults} />
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
