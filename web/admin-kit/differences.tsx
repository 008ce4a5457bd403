import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'

interface DifferencesProps {
  readonly before: string
  readonly after: string
}

/** The lines in which two texts differ, with a line around them. */
export function Differences({ before, after }: DifferencesProps) {
  const { hunks } = useMemo(
    () => structuredPatch('', '', withEnd(before), withEnd(after), '', '', { context: 1 }),
    [before, after],
  )
  return (
    <div className="grid gap-4 font-mono wrap-anywhere whitespace-pre-wrap">
      {hunks.map(({ oldStart, lines }) => (
        <div key={oldStart}>
          {lines.map((line, index) => (
            // The lines of two texts never change, and some are alike.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={index} line={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Without the end, the last line of a text differs from the same line in a longer one. */
function withEnd(text: string): string {
  return text === '' ? '' : `${text.trimEnd()}\n`
}

/** A line after the sign of a patch: `+`, `-` or a space. */
function Line({ line }: { readonly line: string }) {
  const isAdded = line.startsWith('+')
  const text = line.slice(1)
  if (!isAdded && !line.startsWith('-')) return <p className="min-h-lh px-2">{text}</p>
  const Changed = isAdded ? 'ins' : 'del'
  return (
    <Changed
      className={classNames(
        'block px-2 text-ink no-underline',
        isAdded ? 'bg-crystal-deep' : 'bg-loss-deep',
      )}
    >
      <span className="sr-only">{`${isAdded ? m.admin_edit_after() : m.admin_edit_before()} `}</span>
      <span aria-hidden="true">{isAdded ? '+ ' : '− '}</span>
      <span>{text}</span>
    </Changed>
  )
}
