import { useRef, useState } from 'react'
import { importPerks, type PerkImport } from '#contract/admin-perks.ts'
import { longestImport } from '#domain/text-limits.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { BatchForm } from './admin-batch-form.tsx'
import { CheckBox, UntilField, untilFault } from './admin-perk-parts.tsx'
import { importLabel, refusalText } from './admin-perk-texts.ts'

const sources = ['priority-file', 'cftools', 'csv'] as const
type Source = (typeof sources)[number]
const terms = ['lines', 'until', 'permanent'] as const
type Term = (typeof terms)[number]
const termLabels: Readonly<Record<Term, () => string>> = {
  lines: () => m.admin_perks_term_lines(),
  until: () => m.admin_perks_term_until(),
  permanent: () => m.admin_perks_term_permanent(),
}

/** The usual one first: only a priority.txt has no dates. */
function termsOf(source: Source): readonly [Term, ...Term[]] {
  return source === 'priority-file' ? ['until', 'permanent'] : terms
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

/** Takes over players who had their perks before this shop. */
export function ImportForm() {
  const [typed, setTyped] = useState(empty)
  const { source, isCopied, text, term, until } = typed
  const hasText = source === 'csv' || (source === 'priority-file' && isCopied)
  return (
    <BatchForm
      title={m.admin_perks_import_title()}
      text={m.admin_perks_import_text()}
      change={(body, options) => adminCall(importPerks, { body, ...options })}
      validate={() => ({
        text: hasText && textFault(text),
        until: term === 'until' && untilFault(until),
      })}
      toBody={() => ({
        source,
        ...(hasText && { text }),
        ...(term === 'until' && { until: new Date(until).toISOString() }),
        ...(term === 'permanent' && ({ permanent: true } as const)),
      })}
      explain={importFailure}
      question={m.admin_perks_import_question()}
      renderPreview={(found) => <Found found={found} />}
      hasEffect={({ accepted }) => accepted > 0}
      done={({ accepted }) => m.admin_perks_imported({ count: accepted })}
      onDone={() => setTyped(empty)}
    >
      {({ errors }) => (
        <>
          <RadioFilter
            label={m.admin_perks_import_source()}
            values={sources}
            labelOf={importLabel}
            value={source}
            onChange={(chosen) => setTyped({ ...typed, source: chosen, term: termsOf(chosen)[0] })}
          />
          {source === 'priority-file' && (
            <CheckBox
              label={m.admin_perks_import_copied()}
              checked={isCopied}
              onChange={(checked) => setTyped({ ...typed, isCopied: checked })}
            />
          )}
          {hasText && (
            <TextFromFile
              text={text}
              hint={source === 'csv' ? m.admin_perks_import_csv() : m.admin_perks_import_file()}
              error={errors.text}
              onChange={(read) => setTyped({ ...typed, text: read })}
            />
          )}
          <RadioFilter
            label={m.admin_perks_import_term()}
            values={termsOf(source)}
            labelOf={(known) => termLabels[known]()}
            value={term}
            onChange={(chosen) => setTyped({ ...typed, term: chosen })}
          />
          {term === 'until' && (
            <UntilField
              until={until}
              error={errors.until}
              onChange={(chosen) => setTyped({ ...typed, until: chosen })}
            />
          )}
        </>
      )}
    </BatchForm>
  )
}

function textFault(text: string): string | false {
  if (text.trim() === '') return m.admin_perks_import_empty()
  return text.length > longestImport && m.admin_perks_import_too_large()
}

function importFailure(problem: ApiProblem): string {
  return problem.code === 'body_too_large' ? m.admin_perks_import_too_large() : failureText(problem)
}

interface TextFromFileProps {
  readonly text: string
  readonly hint: string
  readonly error: string | false | null | undefined
  readonly onChange: (text: string) => void
}

/** A text that is pasted, or read from a file on this machine. */
function TextFromFile({ text, hint, error, onChange }: TextFromFileProps) {
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
        name="text"
        dir="ltr"
        label={m.admin_perks_import_lines()}
        hint={hint}
        error={error || fileError}
        spellCheck={false}
        autoComplete="off"
        value={text}
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
    <>
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
    </>
  )
}
