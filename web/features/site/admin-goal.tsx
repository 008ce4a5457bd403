import * as z from 'zod/mini'
import { languages } from '#contract/language.ts'
import { goalFields, type Goal } from '#contract/site-sections.ts'
import { monthAt } from '#domain/time-zone.ts'
import { cents, parseAmount, toDecimal } from '#domain/money.ts'
import { site } from '#web/app/site.ts'
import { GoalPanel } from '#web/features/goal/month-goal.tsx'
import { formatMonth } from '#web/i18n/format-time.ts'
import { formatCents, ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { refreshEdits } from '#web/admin-kit/use-admin-data.ts'
import { SectionEditor, type SectionDefinition } from './admin-section-editor.tsx'

/** The goal of a month: its form, how it stands, and its history. */
export function GoalView() {
  const { timeZone } = site().server.restarts
  return (
    <SectionEditor definition={definition}>
      {({ field, typed }) => (
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
            hint={
              <>
                <span>{m.admin_goal_month_hint({ timeZone })}</span>
                <Replaced month={typed.month} />
              </>
            }
            required
          />
        </div>
      )}
    </SectionEditor>
  )
}

/** There is one goal: that of another month ends the one that the pages show. */
function Replaced({ month }: { readonly month: string }) {
  const { goal } = site()
  if (!goal || month === goal.month) return null
  return (
    <span className="block text-amber">
      {m.admin_goal_replaces({ month: formatMonth(goal.month) })}
    </span>
  )
}

/** Null also for what another version of the product has saved. */
function readGoal(value: unknown): Goal | null {
  return goalFields.safeParse(value).data ?? null
}

function GoalState({ value }: { readonly value: unknown }) {
  const goal = readGoal(value)
  const reached = site().goal
  if (goal === null) return <Notice className="mb-8">{m.admin_goal_none()}</Notice>
  if (goal.month !== reached?.month) {
    const month = formatMonth(goal.month)
    return <Notice className="mb-8">{m.admin_goal_other_month({ month })}</Notice>
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

const definition: SectionDefinition<TypedGoal, GoalField> = {
  name: 'goal',
  draftShape: z.object({ version: z.nullable(z.number()), typed: typedGoal }),
  valueShape: goalFields,
  typedFrom,
  valueFrom: goalFrom,
  faultsAt,
  inWords,
  State: GoalState,
  resetKind: 'goal',
  title: () => m.admin_goal(),
  lead: () => m.admin_goal_lead(),
  saved: () => m.admin_goal_saved(),
  failed: () => m.admin_goal_failed(),
  refresh: refreshEdits,
}

function typedFrom(value: unknown): TypedGoal {
  const { title, amountCents, month } = readGoal(value) ?? {}
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

const fields: readonly GoalField[] = ['fr', 'en', 'ru', 'es', 'amount', 'month']

function faultsAt(places: readonly (readonly PropertyKey[])[]) {
  const found = places.flatMap(([first, language]) => {
    const name = { title: language, amountCents: 'amount', month: 'month' }[String(first)]
    return fields.filter((field) => field === name)
  })
  return Object.fromEntries(found.map((field) => [field, m.admin_goal_fault({ field })]))
}

function inWords(value: unknown): string {
  const goal = readGoal(value)
  if (goal === null) return m.admin_goal_none()
  const texts = languages.flatMap((language) => {
    const text = goal.title[language]
    return text === undefined ? [] : `${language} · ${text}`
  })
  return [...texts, formatCents(goal.amountCents), formatMonth(goal.month)].join('\n')
}
