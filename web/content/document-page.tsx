import './document.css'
import type { ReactNode } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { SavedVersionNotice } from '#web/components/saved-version-notice.tsx'
import { formatLongDay } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DocumentBody } from './document-body.tsx'
import { hasContents, SmallContents, WideContents } from './document-contents.tsx'
import { DocumentNeighbours } from './document-neighbours.tsx'
import { PrintedAddress } from './printed-address.tsx'
import { foreignLanguage, type WrittenDocument } from './document.ts'

interface DocumentPageProps {
  readonly document: WrittenDocument
  /** What can be done with what the text speaks of. */
  readonly action?: ReactNode
}

/** A guide or rules: the text with its contents and the way on. */
export function DocumentPage({ document, action }: DocumentPageProps) {
  return (
    <div className="document-page mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14 print:max-w-none print:p-0">
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] xl:gap-20">
        <article className="min-w-0 max-w-[46rem] print:max-w-none">
          <SavedVersionNotice />
          <DocumentHead document={document} />
          {action && <div className="mb-10 print:hidden">{action}</div>}
          {hasContents(document) && <SmallContents document={document} />}
          <DocumentBody document={document} />
          <PrintedAddress />
        </article>
        <aside className="hidden lg:block print:hidden">
          <div className="sticky top-24">
            {hasContents(document) && <WideContents document={document} />}
            <DocumentTools />
          </div>
        </aside>
      </div>
      <div className="lg:hidden print:hidden">
        <DocumentTools />
      </div>
      <DocumentNeighbours document={document} />
    </div>
  )
}

function DocumentHead({ document }: { readonly document: WrittenDocument }) {
  const { section, title, description, changed } = document
  const lang = foreignLanguage(document)
  return (
    <header className="mb-8 sm:mb-10">
      <p className="eyebrow mb-3">
        <Link
          href={section === 'guides' ? paths.guides() : paths.rules()}
          className="-my-1 inline-block py-1 underline-offset-4 hover:underline"
        >
          {section === 'guides' ? m.section_guides() : m.section_rules()}
        </Link>
      </p>
      <h1 lang={lang} className="text-4xl sm:text-5xl">
        {title}
      </h1>
      <p lang={lang} className="mt-4 text-lg text-balance text-muted">
        {description}
      </p>
      <p className="mt-4 text-sm text-muted">
        <time dateTime={changed}>{m.documents_changed({ date: formatLongDay(changed) })}</time>
      </p>
      {lang !== undefined && (
        <Notice tone="warning" title={m.documents_fallback_title()} className="mt-6">
          {m.documents_fallback_text()}
        </Notice>
      )}
    </header>
  )
}

function DocumentTools() {
  return (
    <div className="mt-8 flex flex-col items-start gap-1 border-t border-line pt-5">
      <Link
        href={`${paths.guides()}#search`}
        className={buttonClass({ tone: 'quiet', className: '-ml-5' })}
      >
        <Icon name="guide" className="size-5 text-crystal" />
        {m.documents_search_link()}
      </Link>
      <Button
        tone="quiet"
        className="-ml-5"
        onClick={() => print()}
        icon={<Icon name="rules" className="size-5 text-crystal" />}
      >
        {m.documents_print()}
      </Button>
    </div>
  )
}
