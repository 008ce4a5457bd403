import { useId, useState } from 'react'
import {
  groupSizeLimits,
  listingTypes,
  longestDescription,
  mostPlayStyles,
  playStyles,
  previewOf,
  type ListingFields,
  type ListingType,
  type PlayStyle,
} from '#domain/team.ts'
import { longestName } from '#domain/text-limits.ts'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/app/session.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { listingTypeLabel, playStyleLabel } from '#web/features/team/listing-labels.ts'
import {
  ChipField,
  LanguagesField,
  UsualHoursField,
  type FieldProps,
} from '#web/features/team/preference-fields.tsx'
import { SaveProblem } from '#web/features/team/save-outcome.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip, ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { clampNumber, numberLimits, type NumberLimits } from './listing-draft.ts'
import type { ListingFormState } from './use-listing-form.ts'
import type { Elements } from '#web/ui/elements.ts'

interface ListingFormProps {
  readonly form: ListingFormState
  readonly submitLabel: string
  /** Shown right above the buttons, where nobody misses it before sending. */
  readonly children?: Elements
}

export function ListingForm({ form, submitLabel, children }: ListingFormProps) {
  // Before, typed text would be lost.
  const isHydrated = useIsHydrated()
  const { draft, errors, problem, change } = form

  function field<Name extends keyof ListingFields>(name: Name) {
    return {
      name,
      value: draft[name],
      error: errors[name],
      onChange: (value: (typeof draft)[Name]) => change(name, value),
    }
  }

  return (
    <form {...form.props}>
      <fieldset disabled={!isHydrated} className="grid min-w-0 gap-6 sm:gap-8">
        <TypeField {...field('type')} />
        <Panel title={m.team_form_about_you()}>
          <div className="grid gap-x-6 gap-y-5 min-[26rem]:grid-cols-2">
            <NumberField
              {...field('gameHours')}
              label={m.team_form_game_hours()}
              hint={m.team_form_game_hours_hint()}
              limits={numberLimits.gameHours}
            />
            <NumberField
              {...field('age')}
              label={m.team_form_age()}
              hint={m.team_form_age_hint()}
              limits={numberLimits.age}
            />
          </div>
          <div className="mt-2">
            <GroupSizeField {...field('groupSize')} />
          </div>
          <div className="mt-5">
            <Switch
              label={m.team_form_microphone()}
              checked={draft.hasMicrophone}
              onChange={(hasMicrophone) => change('hasMicrophone', hasMicrophone)}
            />
          </div>
        </Panel>
        <Panel title={m.team_form_listing()}>
          <div className="grid gap-6">
            <DescriptionField {...field('description')} />
            <ContactField {...field('discordUsername')} />
          </div>
        </Panel>
        <Panel title={m.team_form_optional()}>
          <p className="-mt-2 mb-5 text-muted">{m.team_form_optional_text()}</p>
          <div className="grid gap-7">
            <LanguagesField {...field('languages')} />
            <UsualHoursField {...field('usualHours')} />
            <PlayStylesField {...field('playStyles')} />
          </div>
        </Panel>
        {problem && <SaveProblem problem={problem} />}
        {children}
        <div className="flex flex-wrap-reverse items-center justify-end gap-3">
          <Link href={paths.team()} className={buttonClass({ tone: 'quiet', size: 'large' })}>
            {m.team_form_cancel()}
          </Link>
          <Button
            type="submit"
            size="large"
            className="w-full sm:w-auto"
            pending={form.isPending}
            pendingLabel={m.team_form_saving()}
          >
            {submitLabel}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

const notes: Readonly<Record<ListingType, () => string>> = {
  LFG: m.team_form_type_lfg_note,
  LFT: m.team_form_type_lft_note,
}

/** Whether a player looks for a group, or a group for players. */
function TypeField({ value, onChange }: FieldProps<ListingType>) {
  return (
    <ChoiceGroup legend={m.team_form_type()} className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {listingTypes.map((type) => (
        <ChoiceCard
          key={type}
          name="listing-type"
          value={type}
          checked={type === value}
          onChoose={() => onChange(type)}
          title={type}
          detail={<span className="text-xl sm:text-2xl">{listingTypeLabel(type)}</span>}
          note={notes[type]()}
        />
      ))}
    </ChoiceGroup>
  )
}

const groupSizes = Array.from({ length: groupSizeLimits.max }, (_, place) => place + 1)

function GroupSizeField({ name, value, onChange }: FieldProps<number>) {
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="mb-2 font-display font-semibold">{m.team_form_group_size()}</legend>
      <div className="flex flex-wrap gap-2">
        {groupSizes.map((size) => (
          <Chip
            key={size}
            type="radio"
            name={name}
            checked={size === value}
            onChange={() => onChange(size)}
          >
            {size === 1 ? m.team_form_group_alone() : size}
          </Chip>
        ))}
      </div>
      <p id={hintId} className="mt-2 text-sm text-muted">
        {m.team_form_group_size_hint({ most: groupSizeLimits.max })}
      </p>
    </fieldset>
  )
}

interface NumberFieldProps extends FieldProps<string> {
  readonly label: string
  /** Describes the valid range. */
  readonly hint: string
  readonly limits: NumberLimits
}

const noLimits = { min: -Infinity, max: Infinity, otherwise: Number.NaN }

/** A number field. On blur the number is clamped to its limits, and a message says so. */
function NumberField({ name, label, hint, value, limits, onChange }: NumberFieldProps) {
  const [correction, setCorrection] = useState<number | null>(null)

  function leave() {
    const clamped = clampNumber(value, limits)
    const typed = clampNumber(value, noLimits)
    if (typed !== clamped) setCorrection(clamped)
    if (String(clamped) !== value) onChange(String(clamped))
  }

  return (
    <TextField
      name={name}
      label={label}
      hint={
        <>
          <span>{`${hint} `}</span>
          {/* Its line always takes its space, so that a button below does not move from under a press. */}
          <span aria-live="polite" className="block min-h-[1lh] text-amber">
            {correction !== null && m.team_form_corrected({ value: String(correction) })}
          </span>
        </>
      }
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => {
        setCorrection(null)
        onChange(event.target.value)
      }}
      onBlur={leave}
    />
  )
}

const warningLength = 50

function DescriptionField({ name, value, error, onChange }: FieldProps<string>) {
  const left = longestDescription - value.length
  const isShort = left <= warningLength
  const preview = previewOf(value)
  return (
    <div>
      <TextArea
        name={name}
        label={m.team_form_description()}
        hint={
          <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="min-w-48 flex-1">{m.team_form_description_hint()}</span>
            <span className={classNames('tag-print', isShort && 'text-amber')}>
              <span aria-hidden="true">{`${value.length} / ${longestDescription}`}</span>
              {/* Announced only when little is left, and not at every letter. */}
              <span aria-live="polite" className="sr-only">
                {isShort && left % 10 === 0 && m.team_form_description_left({ count: left })}
              </span>
            </span>
          </span>
        }
        error={error}
        required
        rows={5}
        maxLength={longestDescription}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="[&_textarea]:max-h-96 [&_textarea]:min-h-36"
      />
      {/* Its line always takes its space, so that the content below does not move while typing. */}
      <p className="mt-3 min-h-[1lh] overflow-x-clip text-sm wrap-anywhere text-muted">
        {preview !== '' && (
          <span>
            {m.team_form_preview()} <bdi className="text-ink">{preview}</bdi>
          </span>
        )}
      </p>
    </div>
  )
}

function ContactField({ name, value, error, onChange }: FieldProps<string>) {
  const accountName = useSession().user?.discordUsername ?? null
  return (
    <TextField
      name={name}
      label={m.team_form_discord()}
      hint={
        <>
          <span>{`${m.team_form_discord_hint()} `}</span>
          <span>
            {accountName === null
              ? m.team_form_discord_visitor()
              : m.team_form_discord_account({ name: accountName })}
          </span>
        </>
      }
      error={error}
      required
      dir="auto"
      maxLength={longestName}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function PlayStylesField(props: FieldProps<readonly PlayStyle[]>) {
  return (
    <ChipField
      {...props}
      legend={m.team_match_styles_legend()}
      options={playStyles}
      labelOf={playStyleLabel}
      most={mostPlayStyles}
    />
  )
}
