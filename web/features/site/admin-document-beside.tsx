import { useEffect, useState } from 'react'
import { previewText, readText, type TextPlace } from '#contract/documents.ts'
import type { FieldError } from '#contract/problem.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { DocumentBody } from '#web/features/guides/document-body.tsx'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextArea } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { bodyLine } from './admin-document-text.ts'

/** Where a text is refused, and what to do. */
export function faultText({ code, line }: FieldError, text: string): string {
  const inBody = line === undefined ? null : bodyLine(line, text)
  const place = inBody === null ? '' : `${m.admin_document_fault({ line: inBody })} `
  return `${place}${m.admin_document_fault_code({ code })}`
}

const views = ['preview', 'french'] as const

interface BesideProps {
  readonly place: TextPlace
  /** Null for one that is not complete. */
  readonly text: string | null
}

export function Beside({ place, text }: BesideProps) {
  const [view, setView] = useState<(typeof views)[number]>('preview')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {place.language !== 'fr' && (
        <RadioFilter
          label={m.admin_document_beside()}
          values={views}
          labelOf={(known) => m.admin_document_views({ view: known })}
          value={view}
          onChange={setView}
        />
      )}
      {view === 'french' ? (
        <FrenchText place={place} />
      ) : text === null ? (
        <p className="text-muted">{m.admin_document_preview_empty()}</p>
      ) : (
        <Preview place={place} text={text} />
      )}
    </div>
  )
}

function FrenchText({ place }: Pick<BesideProps, 'place'>) {
  const french = useAdminQuery(readText, { params: { ...place, language: 'fr' } })
  return (
    <TextArea
      label={ownNames.fr}
      lang="fr"
      readOnly
      value={french.value?.text ?? ''}
      className="[&_textarea]:max-h-[70vh] [&_textarea]:min-h-80 [&_textarea]:font-mono [&_textarea]:text-sm"
    />
  )
}

const typingPauseMs = 500

/** The text as its page would show it, a moment after the typing pauses. */
function Preview({ place, text }: { readonly place: TextPlace; readonly text: string }) {
  const { language } = place
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { value, failure } = useAdminQuery(previewText, { body: { ...place, text: paused } })
  return (
    // Focusable, so that the keyboard can scroll it.
    <section
      aria-label={m.admin_edit_preview()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border border-line p-5 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
    >
      <p className="tag-print mb-4">{m.admin_edit_preview()}</p>
      {failure ? (
        <Notice tone="warning" title={m.admin_document_refused()}>
          <span>
            {failure.errors[0] ? faultText(failure.errors[0], paused) : failureText(failure)}
          </span>
        </Notice>
      ) : (
        value && (
          <div lang={language}>
            <p className="mb-2 font-display text-2xl font-bold">{value.title}</p>
            <p className="mb-6 text-muted">{value.description}</p>
            <DocumentBody document={{ ...value, language }} />
          </div>
        )
      )}
    </section>
  )
}
