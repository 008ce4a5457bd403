import { useState } from 'react'
import { listTexts } from '#contract/documents.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languages, type Language } from '#contract/language.ts'
import { documentKinds, paths } from '#contract/paths.ts'
import { siteAddress, type SiteFilters } from '#web/admin-kit/address.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { Mark } from '#web/admin-kit/marks.tsx'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { Link, TextLink } from '#web/app/links.tsx'
import { useForm } from '#web/app/use-form.ts'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { DocumentEditor, startDocument } from './admin-document-editor.tsx'
import { slugOf } from './admin-document-text.ts'
import { editKeys } from './admin-edit-parts.tsx'

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
  const [most, setMost] = useState(rowsAtOnce)
  const [isAdding, setIsAdding] = useState(false)
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
      {(all) => {
        const shown = all.filter((one) => one.kind === kind)
        return (
          <>
            {isAdding && (
              <NewDocument
                key={kind}
                taken={shown.map(({ slug }) => slug)}
                onMake={(slug, title) => {
                  startDocument({ kind, slug, language: 'fr' }, title)
                  onChange({ ...filters, slug, language: 'fr' })
                }}
                onClose={() => setIsAdding(false)}
              />
            )}
            <ul aria-label={m.admin_documents()} className="border-t border-line">
              {shown.slice(0, most).map((one) => (
                <li key={one.slug} className="border-b border-line py-3">
                  <DocumentRow document={one} />
                </li>
              ))}
            </ul>
            {shown.length > most && (
              <Button
                tone="secondary"
                className="mx-auto mt-6 flex"
                onClick={() => setMost(most + rowsAtOnce)}
              >
                {m.admin_kr_more()}
              </Button>
            )}
          </>
        )
      }}
    </LoadedSection>
  )
}

function DocumentRow({ document }: { readonly document: EditedDocument }) {
  const { kind, slug } = document
  const title = titleOf(document)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <p className="min-w-0">
        <TextLink href={paths.document(kind, slug)} className="wrap-anywhere">
          <span lang="fr">{title}</span>
        </TextLink>
      </p>
      <ul aria-label={title} className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <li key={language}>
            <EditLink document={document} language={language} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The French title, by which the staff knows it. */
function titleOf({ slug, texts }: EditedDocument): string {
  return texts.find(({ language }) => language === 'fr')?.title ?? slug
}

interface EditLinkProps {
  readonly document: EditedDocument
  readonly language: Language
}

/** Opens the editor of a language, and says whether its text is missing or older than the French one. */
function EditLink({ document, language }: EditLinkProps) {
  const { kind, slug, texts } = document
  const text = texts.find((one) => one.language === language)
  const state = text === undefined ? 'missing' : text.isOlder ? 'older' : null
  return (
    <Link
      href={siteAddress({ list: 'documents', kind, slug, language })}
      className="inline-flex min-h-11 items-center gap-2 border border-line-strong px-3 text-sm hover:border-crystal hover:text-crystal"
    >
      <span className="sr-only">{m.admin_document_edit({ title: titleOf(document) })}</span>
      <span lang={language}>{ownNames[language]}</span>
      {state !== null && <Badge tone="amber">{m.admin_document_state({ state })}</Badge>}
    </Link>
  )
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
