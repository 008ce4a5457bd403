import { useState } from 'react'
import { listTexts, type TextPlace } from '#contract/documents.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { documentKinds, paths } from '#contract/paths.ts'
import { siteAddress, type SiteFilters } from '#web/admin-kit/address.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { Mark } from '#web/admin-kit/marks.tsx'
import { LoadedSection, useFirst } from '#web/admin-kit/section-parts.tsx'
import { useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { Link, TextLink } from '#web/app/links.tsx'
import { useForm } from '#web/app/use-form.ts'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { startDocument, useUnsavedTexts } from './admin-document-draft.ts'
import { DocumentEditor } from './admin-document-editor.tsx'
import { slugOf } from '#web/admin-kit/slug.ts'
import { editKeys } from '#web/admin-kit/edit-form.tsx'

interface DocumentsViewProps {
  readonly filters: SiteFilters
  readonly onChange: (filters: SiteFilters) => void
}

/** News, guides, rules and legal texts: their list, or the editor of one. */
export function DocumentsView({ filters, onChange }: DocumentsViewProps) {
  const { kind, slug, language } = filters
  if (slug !== null) {
    return (
      <DocumentEditor
        key={`${kind}/${slug}/${language}`}
        kind={kind}
        slug={slug}
        language={language}
        onClose={() => {
          onChange({ ...filters, slug: null })
          // The editor is gone, and the list loads.
          document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
        }}
      />
    )
  }
  return <DocumentList filters={filters} onChange={onChange} />
}

type EditedDocument = AnswerOf<typeof listTexts>[number]

const rowsAtOnce = 50

function DocumentList({ filters, onChange }: DocumentsViewProps) {
  const { kind } = filters
  const documents = useAdminQuery(listTexts)
  const unsaved = useUnsavedTexts().filter((one) => one.kind === kind)
  const [isAdding, setIsAdding] = useState(false)
  const listed = (documents.value ?? []).filter((one) => one.kind === kind)
  // What is not saved comes first.
  const slugs = new Set([...unsaved, ...listed].map(({ slug }) => slug))
  const all = [...slugs].map(
    (slug) => listed.find((one) => one.slug === slug) ?? { kind, slug, texts: [] },
  )
  const { shown, more } = useFirst(all, rowsAtOnce)
  return (
    <LoadedSection
      title={m.admin_documents()}
      lead={m.admin_documents_lead()}
      level={3}
      loaded={documents}
      choice={
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <RadioFilter
            label={m.admin_documents_kind()}
            values={documentKinds}
            labelOf={(known) => m.admin_documents_kinds({ kind: known })}
            value={kind}
            onChange={(next) => onChange({ ...filters, kind: next })}
          />
          <Button icon={<Mark name="plus" />} onClick={() => setIsAdding(true)}>
            {m.admin_document_add()}
          </Button>
        </div>
      }
      skeletons={<Skeleton className="h-40" />}
    >
      {() => (
        <>
          {isAdding && (
            <NewDocument
              key={kind}
              taken={[...slugs]}
              onMake={(slug, title) => {
                startDocument({ kind, slug, language: 'fr' }, title)
                onChange({ ...filters, slug, language: 'fr' })
              }}
              onClose={() => setIsAdding(false)}
            />
          )}
          <ul aria-label={m.admin_documents()} className="border-t border-line">
            {shown.map((one) => (
              <li key={one.slug} className="border-b border-line py-3">
                <DocumentRow
                  document={one}
                  unsaved={unsaved.filter(({ slug }) => slug === one.slug)}
                />
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </LoadedSection>
  )
}

interface DocumentRowProps {
  /** Without texts while nothing of it is saved. */
  readonly document: EditedDocument
  readonly unsaved: ReturnType<typeof useUnsavedTexts>
}

function DocumentRow({ document, unsaved }: DocumentRowProps) {
  const { kind, slug, texts } = document
  const titled = [getLocale(), defaultLanguage].flatMap((wanted) =>
    [...texts, ...unsaved].filter(({ language, title }) => language === wanted && title),
  )[0]
  const title = titled?.title ?? slug
  const shownTitle = <span lang={titled?.language}>{title}</span>
  const hasPage = texts.some(({ language, isDeleted }) => language === 'fr' && !isDeleted)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        {hasPage ? <TextLink href={paths.document(kind, slug)}>{shownTitle}</TextLink> : shownTitle}
      </p>
      <ul aria-label={title} className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <li key={language}>
            <EditLink
              title={title}
              place={{ kind, slug, language }}
              state={
                unsaved.some((one) => one.language === language)
                  ? 'unsaved'
                  : stateOf(texts.find((one) => one.language === language))
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface EditLinkProps {
  readonly title: string
  readonly place: TextPlace
  /** Null for a text that is shown in its language. */
  readonly state: 'unsaved' | ReturnType<typeof stateOf>
}

function EditLink({ title, place, state }: EditLinkProps) {
  const { language } = place
  return (
    <Link
      href={siteAddress({ list: 'documents', ...place })}
      className="inline-flex min-h-11 items-center gap-2 border border-line-strong px-3 text-sm hover:border-crystal hover:text-crystal"
    >
      <span className="sr-only">{m.admin_document_edit({ title })}</span>
      <span lang={language}>{ownNames[language]}</span>
      {state !== null && (
        <Badge tone={state === 'unreadable' ? 'loss' : 'amber'}>
          {m.admin_document_state({ state })}
        </Badge>
      )}
    </Link>
  )
}

function stateOf(text: EditedDocument['texts'][number] | undefined) {
  if (text === undefined) return 'missing'
  if (text.isDeleted) return 'deleted'
  // The preview in its editor says why.
  if (!text.isReadable) return 'unreadable'
  return text.isOlder ? 'older' : null
}

interface NewDocumentProps {
  readonly taken: readonly string[]
  readonly onMake: (slug: string, title: string) => void
  readonly onClose: () => void
}

/** Asks for the title of a new text, of which its address is made, before its editor opens. */
function NewDocument({ taken, onMake, onClose }: NewDocumentProps) {
  const [title, setTitle] = useState('')
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  const slug = typedSlug ?? slugOf(title)
  const form = useForm<'title' | 'slug'>({
    validate: () => ({
      title: title.trim() === '' && m.admin_document_title_empty(),
      slug: taken.includes(slug)
        ? m.admin_document_slug_taken()
        : slugOf(slug) !== slug || slug === ''
          ? m.admin_document_slug_wrong()
          : null,
    }),
    send: () => {
      onMake(slug, title.trim())
      return Promise.resolve()
    },
    explain: () => '',
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form.props}
      onKeyDown={editKeys(onClose)}
      aria-label={m.admin_document_add()}
      className="mb-8 grid gap-5 border border-crystal p-5 lg:grid-cols-2"
    >
      <TextField
        name="title"
        label={m.admin_document_title()}
        error={form.errors.title}
        required
        // The form has just been opened by a press.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextField
        name="slug"
        label={m.admin_document_slug()}
        hint={m.admin_document_slug_hint()}
        error={form.errors.slug}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onChange={({ target }) => setTypedSlug(target.value)}
      />
      <div className="flex flex-wrap gap-3 lg:col-span-2">
        <Button type="submit">{m.admin_document_write()}</Button>
        <Button tone="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
      </div>
    </form>
  )
}
