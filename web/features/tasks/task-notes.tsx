import { useId } from 'react'
import type { TaskView } from '#contract/tasks.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'

interface TaskNotesProps {
  readonly notes: TaskView['notes']
  /** The name of what was bought. */
  readonly item: string
}

/** What the staff wrote to a buyer, oldest first. A picture opens in its full size. */
export function TaskNotes({ notes, item }: TaskNotesProps) {
  const titleId = useId()
  if (notes.length === 0) return null
  return (
    <div>
      <p id={titleId} className="mb-3 font-display font-semibold">
        {m.task_notes()}
      </p>
      <ol aria-labelledby={titleId} className="grid gap-4">
        {notes.map(({ at, text, pictureUrl }) => (
          <li key={at} className="min-w-0 border-l-4 border-line-strong pl-4">
            <time dateTime={at} className="text-sm text-muted">
              {formatDateTime(at)}
            </time>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            {pictureUrl !== null && (
              <a
                href={pictureUrl}
                target="_blank"
                rel="noreferrer"
                className="mt-3 block max-w-80 border border-line hover:border-crystal"
              >
                <img
                  src={pictureUrl}
                  alt={m.task_picture({ item })}
                  width={400}
                  height={300}
                  loading="lazy"
                  decoding="async"
                  className="aspect-4/3 w-full bg-ground object-contain"
                />
              </a>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
