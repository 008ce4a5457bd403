import { useId } from 'react'
import type { SkinTaskView } from '#contract/tasks.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Elements } from '#web/ui/elements.ts'

/** Of the staff, unless a buyer wrote it. */
type Note = SkinTaskView['notes'][number] & {
  readonly id?: number
  readonly from?: 'buyer' | 'staff'
  /** As the reader knows them. */
  readonly author?: string
  readonly action?: Elements
}

interface TaskNotesProps {
  readonly notes: readonly Note[]
  /** The name of what was bought. */
  readonly item: string
  readonly title?: string
}

/** What was written about something bought, oldest first. A picture opens in its full size. */
export function TaskNotes({ notes, item, title = m.task_notes() }: TaskNotesProps) {
  const titleId = useId()
  if (notes.length === 0) return null
  return (
    <div>
      <p id={titleId} className="mb-3 font-display font-semibold">
        {title}
      </p>
      <ol aria-labelledby={titleId} className="grid gap-4">
        {notes.map(({ id, at, text, pictureUrl, from, author, action }) => (
          <li key={id ?? at} className="min-w-0 border-l-4 border-line-strong pl-4">
            {author !== undefined && (
              <span className="mr-2 font-semibold wrap-anywhere">{author}</span>
            )}
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
                  alt={
                    from === 'buyer' ? m.task_picture_of_buyer({ item }) : m.task_picture({ item })
                  }
                  width={400}
                  height={300}
                  loading="lazy"
                  decoding="async"
                  className="aspect-4/3 w-full bg-ground object-contain"
                />
              </a>
            )}
            {action}
          </li>
        ))}
      </ol>
    </div>
  )
}
