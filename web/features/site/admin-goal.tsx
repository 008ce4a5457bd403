import { useState } from 'react'
import * as z from 'zod/mini'
import { languages } from '#contract/language.ts'
import { goalFields, type Goal } from '#contract/site-sections.ts'
import {
  listSections,
  resetSection,
  saveSection,
  type ReachedGoal,
  type SectionView,
} from '#contract/site.ts'
import { monthAt } from '#domain/income-periods.ts'
import { cents, parseAmount, toDecimal } from '#domain/money.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { site, subscribeToSite } from '#web/app/site.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type FieldErrors } from '#web/app/use-form.ts'
import { GoalPanel } from '#web/features/goal/month-goal.tsx'
import { formatCents, ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDraft } from './admin-drafts.ts'
import { Conflict, EditButtons, EditHistory, editKeys, refreshEdits } from './admin-edit-parts.tsx'

/** The goal of a month: its form, how it stands, and its history. */
export function GoalView() {
  const sections = useAdminQuery(listSections)
  useLiveRefresh(sections.refresh, subscribeToSite)
  return (
    <LoadedSection
      title={m.admin_goal()}
      lead={m.admin_goal_lead()}
      level={3}
      loaded={{ ...sections, value: sections.value?.find(isGoal) ?? null }}
      skeletons={<Skeleton className="h-64" />}
    >
      {(section) => (
        <>
          <GoalState goal={readGoal(section.value)} reached={site().goal} />
          <GoalForm section={section} />
          <EditHistory
            name="site/goal"
            textOf={goalText}
            fileValue={section.fileValue}
            resetKind="goal"
            onReset={
              section.value === null
                ? null
                : () =>
                    adminCall(resetSection, {
                      params: { section: 'goal' },
                      query: { version: section.version },
                    })
            }
            onRestore={(value) => save(value, section.version)}
            faultOf={({ path }) => faultText(path.split('.').slice(1)) ?? m.admin_goal_failed()}
            onChanged={refreshEdits}
          />
        </>
      )}
    </LoadedSection>
  )
}

function isGoal({ section }: SectionView): boolean {
  return section === 'goal'
}

function save(value: unknown, version: number | null) {
  return adminCall(saveSection, { params: { section: 'goal' }, body: { value, version } })
}

/** Null also for what another version of the product has saved. */
function readGoal(value: unknown): Goal | null {
  return goalFields.safeParse(value).data ?? null
}

interface GoalStateProps {
  readonly goal: Goal | null
  /** As the pages show it. */
  readonly reached: ReachedGoal | null
}

function GoalState({ goal, reached }: GoalStateProps) {
  if (goal === null) return <Notice className="mb-8">{m.admin_goal_none()}</Notice>
  if (goal.month !== reached?.month) {
    return <Notice className="mb-8">{m.admin_goal_other_month({ month: goal.month })}</Notice>
  }
  return <GoalPanel goal={reached} className="mb-8" />
}

const typedGoal = z.object({
  fr: z.string(),
  en: z.string(),
  ru: z.string(),
  es: z.string(),
  amount: z.string(),
  month: z.string(),
})
type TypedGoal = z.output<typeof typedGoal>
type GoalField = keyof TypedGoal
const draftShape = z.object({ version: z.nullable(z.number()), typed: typedGoal })

function typedFrom(goal: Goal | null): TypedGoal {
  const { title, amountCents, month } = goal ?? {}
  return {
    fr: title?.fr ?? '',
    en: title?.en ?? '',
    ru: title?.ru ?? '',
    es: title?.es ?? '',
    amount: amountCents === undefined ? '' : toDecimal(amountCents).replace(/\.00$/, ''),
    month: month ?? monthAt(site().server.restarts.timeZone, new Date()),
  }
}

function goalFrom(typed: TypedGoal): Goal {
  const texts = languages.flatMap((language) => {
    const text = typed[language].trim()
    return text === '' || language === 'fr' ? [] : [[language, text] as const]
  })
  return {
    title: { fr: typed.fr.trim(), ...Object.fromEntries(texts) },
    amountCents: parseAmount(typed.amount) ?? cents(0),
    month: typed.month.trim(),
  }
}

/** What is wrong, at the fields of the form. */
function faultsOf(goal: Goal): FieldErrors<GoalField> {
  const issues = goalFields.safeParse(goal).error?.issues ?? []
  return faultsAt(issues.map(({ path }) => path))
}

function faultsAt(places: readonly (readonly PropertyKey[])[]): FieldErrors<GoalField> {
  const found = places.flatMap((place) => {
    const field = fieldAt(place)
    return field ? [[field, m.admin_goal_fault({ field })] as const] : []
  })
  return Object.fromEntries(found)
}

const fields: readonly GoalField[] = ['fr', 'en', 'ru', 'es', 'amount', 'month']

function fieldAt([first, language]: readonly PropertyKey[]): GoalField | undefined {
  const name = { title: language, amountCents: 'amount', month: 'month' }[String(first)]
  return fields.find((field) => field === name)
}

function faultText(place: readonly string[]): string | undefined {
  const field = fieldAt(place)
  return field && m.admin_goal_fault({ field })
}

/** What is typed stays until it is saved or discarded. */
function GoalForm({ section }: { readonly section: SectionView }) {
  const { timeZone } = site().server.restarts
  const [draft, setDraft, endDraft] = useDraft('goal', draftShape)
  const fresh = { version: section.version, typed: typedFrom(readGoal(section.value)) }
  const { version, typed } = draft ?? fresh
  const [theirs, setTheirs] = useState<NonNullable<ApiProblem['current']> | null>(null)
  const form = useForm<GoalField>({
    validate: () => faultsOf(goalFrom(typed)),
    send: async () => {
      try {
        await save(goalFrom(typed), theirs ? theirs.version : version)
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.current === null) throw problem
        setTheirs(problem.current)
        return
      }
      setTheirs(null)
      endDraft()
      toast({ title: m.admin_goal_saved(), description: typed.fr, tone: 'success' })
      refreshEdits()
    },
    explain: (problem) => {
      const refused = faultsAt(problem.errors.map(({ path }) => path.split('.').slice(1)))
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  function change(changes: Partial<TypedGoal>): void {
    if (!form.isPending) setDraft({ version, typed: { ...typed, ...changes } })
  }

  function discard(): void {
    setTheirs(null)
    setDraft(null)
  }

  const field = (name: GoalField) => ({
    name,
    error: form.errors[name],
    readOnly: form.isPending,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      change({ [name]: target.value }),
  })

  return (
    // The keys of the fields bubble to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form.props}
      onKeyDown={editKeys(discard)}
      aria-label={m.admin_goal()}
      className="cut cut-size-20 p-5 sm:p-7"
    >
      <div className="grid gap-5 lg:grid-cols-2">
        {languages.map((language) => (
          <TextField
            key={language}
            {...field(language)}
            label={<span lang={language}>{ownNames[language]}</span>}
            lang={language}
            required={language === 'fr'}
            maxLength={300}
            hint={language === 'fr' ? m.admin_goal_title_hint() : undefined}
          />
        ))}
        <TextField
          {...field('amount')}
          label={m.admin_goal_amount()}
          hint={m.admin_goal_amount_hint()}
          inputMode="decimal"
          required
          maxLength={12}
        />
        <TextField
          {...field('month')}
          type="month"
          label={m.admin_goal_month()}
          hint={m.admin_goal_month_hint({ timeZone })}
          required
        />
      </div>
      <FormFailure title={m.admin_goal_failed()} failure={form.failure} className="mt-6" />
      {theirs && (
        <div className="mt-6">
          <Conflict
            mine={goalText(goalFrom(typed))}
            theirs={goalText(theirs.value)}
            onKeepMine={() => form.props.ref.current?.requestSubmit()}
            onTakeTheirs={() => {
              refreshEdits()
              discard()
            }}
          />
        </div>
      )}
      <div className="mt-6">
        <EditButtons isPending={form.isPending} onClose={null} onDiscard={draft ? discard : null} />
      </div>
    </form>
  )
}

/** A goal in words, to compare two of them. */
function goalText(value: unknown): string {
  const goal = readGoal(value)
  if (goal === null) return m.admin_goal_none()
  const texts = languages.flatMap((language) => {
    const text = goal.title[language]
    return text === undefined ? [] : `${language} · ${text}`
  })
  return [...texts, formatCents(goal.amountCents), goal.month].join('\n')
}
