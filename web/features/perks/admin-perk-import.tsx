import { useRef, useState } from 'react'
import { importPerks, type PerkImport } from '#contract/admin-perks.ts'
import { longestImport } from '#domain/text-limits.ts'
import { CheckBox, type Field } from '#web/admin-kit/fields.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { termBody, TermFields, untilFault, type Term } from './admin-perk-fields.tsx'
import { PerkForm } from './admin-perk-form.tsx'
import { importLabel, refusalText } from './admin-perk-texts.ts'

const sources = ['priority-file', 'cftools', 'csv'] as const
type Source = (typeof sources)[number]

/** The usual one first: only a priority.txt has no dates. */
function termsOf(source: Source): readonly [Term, ...Term[]] {
  return source === 'priority-file' ? ['until', 'permanent'] : ['lines', 'until', 'permanent']
}

interface Typed {
  readonly source: Source
  /** Whether the text of a priority.txt is given here, instead of read from the game server. */
  readonly isCopied: boolean
  readonly text: string
  readonly term: Term
  readonly until: string
}

const empty: Typed = {
  source: 'priority-file',
  isCopied: false,
  text: '',
  term: 'until',
  until: '',
}

function hasText({ source, isCopied }: Typed): boolean {
  return source === 'csv' || (source === 'priority-file' && isCopied)
}

/** Takes over players who had their perks before this shop. */
export function ImportForm() {
  return (
    <PerkForm
      title={m.admin_perks_import_title()}
      text={m.admin_perks_import_text()}
      empty={empty}
      validate={(typed) => ({
        text: hasText(typed) && textFault(typed.text),
        until: untilFault(typed),
      })}
      toBody={(typed) => ({
        source: typed.source,
        ...(hasText(typed) && { text: typed.text }),
        ...termBody(typed),
      })}
      send={(body, options) => adminCall(importPerks, { body, ...options })}
      explain={importFailure}
      preview={{
        question: m.admin_perks_import_question(),
        render: (found) => <Found found={found} />,
        hasEffect: ({ accepted }) => accepted > 0,
      }}
      done={({ accepted }) => m.admin_perks_imported({ count: accepted })}
    >
      {({ typed, field, change }) => (
        <>
          <RadioFilter
            label={m.admin_perks_import_source()}
            values={sources}
            labelOf={importLabel}
            value={typed.source}
            onChange={(source) => change({ source, term: termsOf(source)[0] })}
          />
          {typed.source === 'priority-file' && (
            <CheckBox {...field('isCopied')} label={m.admin_perks_import_copied()} />
          )}
          {hasText(typed) && (
            <TextFromFile
              {...field('text')}
              hint={
                typed.source === 'csv' ? m.admin_perks_import_csv() : m.admin_perks_import_file()
              }
            />
          )}
          <TermFields
            label={m.admin_perks_import_term()}
            terms={termsOf(typed.source)}
            term={field('term')}
            until={field('until')}
          />
        </>
      )}
    </PerkForm>
  )
}

function textFault(text: string): string | false {
  if (text.trim() === '') return m.admin_perks_import_empty()
  return text.length > longestImport && m.admin_perks_import_too_large()
}

function importFailure(problem: ApiProblem): string {
  return problem.code === 'body_too_large' ? m.admin_perks_import_too_large() : failureText(problem)
}

interface TextFromFileProps extends Field<string> {
  readonly hint: string
}

function TextFromFile({ name, value, hint, error, onChange }: TextFromFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string | null>(null)

  async function choose(file: File | undefined) {
    if (!file) return
    const isTooLarge = file.size > longestImport
    setFileError(isTooLarge ? m.admin_perks_import_too_large() : null)
    if (!isTooLarge) {
      try {
        onChange(await file.text())
      } catch {
        setFileError(m.admin_perks_import_unreadable())
      }
    }
    // So that choosing the same file again fires an event.
    if (input.current) input.current.value = ''
  }

  return (
    <div>
      <TextArea
        required
        name={name}
        dir="ltr"
        label={m.admin_perks_import_lines()}
        hint={hint}
        error={error || fileError}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={({ target }) => {
          setFileError(null)
          onChange(target.value)
        }}
      />
      <label className="mt-3 inline-block has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-crystal-bright">
        <input
          ref={input}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
          className="sr-only"
        />
        <span className={buttonClass({ tone: 'secondary', className: 'cursor-pointer' })}>
          {m.admin_perks_import_choose()}
        </span>
      </label>
    </div>
  )
}

/** What a dry run would take over, and each line that it would not. */
function Found({ found }: { readonly found: PerkImport }) {
  const { accepted } = found
  // A line of a priority.txt may have hundreds of ids, all refused for the same reason.
  const byLine = new Map(found.refused.map((it) => [`${it.line} ${it.reason}`, it]))
  const refused = [...byLine]
  return (
    <div className="text-ink">
      <p>
        {accepted === 0
          ? m.admin_perks_import_none()
          : m.admin_perks_import_accepted({ count: accepted })}
      </p>
      {refused.length > 0 && (
        <div className="mt-4 border-l-4 border-amber bg-amber-deep p-4">
          <p className="font-display font-semibold text-amber">
            {m.admin_perks_import_refused({ count: refused.length })}
          </p>
          <ul
            // A list that scrolls must be focusable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={m.admin_perks_import_refused({ count: refused.length })}
            className="mt-2 max-h-60 space-y-1 overflow-y-auto"
          >
            {refused.map(([key, { line, reason }]) => (
              <li key={key}>
                {m.admin_perks_import_line({
                  line: formatNumber(line),
                  reason: refusalText(reason),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
