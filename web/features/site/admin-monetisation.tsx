import { useState } from 'react'
import * as z from 'zod/mini'
import { productTexts } from '#contract/product-texts.ts'
import { monetisationFields, type Monetisation } from '#contract/site-sections.ts'
import { listSections, resetSection, saveSection, type SectionView } from '#contract/site.ts'
import {
  approvalReminderDays,
  categoryOf,
  daysUntil,
  findSaleWarnings,
  saleCategories,
  type SaleWarning,
} from '#domain/monetisation.ts'
import { isSold, type Product } from '#domain/products.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { site, subscribeToSite } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm, type FieldErrors } from '#web/app/use-form.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { SelectField, TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useDraft } from './admin-drafts.ts'
import { Conflict, EditButtons, EditHistory, editKeys, refreshEdits } from './admin-edit-parts.tsx'

const nothing: Monetisation = { approval: null, categories: {}, seen: {} }

/** The publisher's approval, and what it may not allow of what is sold. It only warns. */
export function MonetisationView() {
  const sections = useAdminQuery(listSections)
  useLiveRefresh(sections.refresh, subscribeToSite)
  const section = sections.value?.find((one) => one.section === 'monetisation') ?? null
  const texts = sections.value?.find((one) => one.section === 'productTexts')
  return (
    <LoadedSection
      title={m.admin_monetisation()}
      lead={m.admin_monetisation_lead()}
      level={3}
      loaded={{ ...sections, value: section }}
      skeletons={<Skeleton className="h-64" />}
    >
      {(value) => (
        <>
          <ApprovalState {...read(value.value)} />
          <MonetisationForm section={value} texts={textsOf(texts)} />
          <EditHistory
            name="site/monetisation"
            textOf={inWords}
            fileValue={value.fileValue}
            resetKind="file"
            onReset={
              value.version === null
                ? null
                : () =>
                    adminCall(resetSection, {
                      params: { section: 'monetisation' },
                      query: { version: value.version },
                    })
            }
            onRestore={(before) => save(before, value.version)}
            faultOf={() => m.admin_monetisation_failed()}
            onChanged={refreshEdits}
          />
        </>
      )}
    </LoadedSection>
  )
}

function save(value: unknown, version: number | null) {
  return adminCall(saveSection, { params: { section: 'monetisation' }, body: { value, version } })
}

/** Nothing also for what another version of the product has saved. */
function read(value: unknown): Monetisation {
  return monetisationFields.safeParse(value).data ?? nothing
}

/** What is said about the products: what is saved, else what the files say. */
function textsOf(section: SectionView | undefined) {
  const [files, saved] = [section?.fileValue, section?.value].map(
    (texts) => productTexts.safeParse(texts).data,
  )
  return { ...files, ...saved }
}

function ApprovalState({ approval }: Monetisation) {
  const now = useNow()
  if (!approval) {
    return (
      <Notice tone="warning" className="mb-8">
        {m.admin_approval_none()}
      </Notice>
    )
  }
  const day = formatLongDay(approval.endsOn)
  const left = daysUntil(approval.endsOn, new Date(now ?? 0))
  if (left < 0) {
    return (
      <Notice tone="error" className="mb-8">
        {m.admin_approval_over({ day })}
      </Notice>
    )
  }
  return (
    <Notice tone={left <= approvalReminderDays[0] ? 'warning' : 'success'} className="mb-8">
      {m.admin_approval_until({ day, count: left })}
    </Notice>
  )
}

const typedMonetisation = z.object({
  approvedOn: z.string(),
  endsOn: z.string(),
  link: z.string(),
  categories: monetisationFields.shape.categories,
  seen: monetisationFields.shape.seen,
})
type Typed = z.output<typeof typedMonetisation>
type Field = 'approvedOn' | 'endsOn' | 'link'
const draftShape = z.object({ version: z.nullable(z.number()), typed: typedMonetisation })

function typedFrom({ approval, categories, seen }: Monetisation): Typed {
  const { approvedOn = '', endsOn = '', link } = approval ?? {}
  return { approvedOn, endsOn, link: link ?? '', categories, seen }
}

function valueOf({ approvedOn, endsOn, link, categories, seen }: Typed): Monetisation {
  const isEmpty = [approvedOn, endsOn, link].every((text) => text.trim() === '')
  return {
    approval: isEmpty ? null : { approvedOn, endsOn, link: link.trim() || null },
    categories,
    seen,
  }
}

const fields: readonly Field[] = ['approvedOn', 'endsOn', 'link']

/** The places are those in a value. */
function faultsAt(places: readonly (readonly PropertyKey[])[]): FieldErrors<Field> {
  const found = fields.filter((field) => places.some((place) => place.at(-1) === field))
  return Object.fromEntries(found.map((field) => [field, m.admin_approval_fault({ field })]))
}

interface FormProps {
  readonly section: SectionView
  readonly texts: ReturnType<typeof textsOf>
}

/** What is typed stays until it is saved or discarded. */
function MonetisationForm({ section, texts }: FormProps) {
  const [draft, setDraft, endDraft] = useDraft('monetisation', draftShape)
  const fresh = { version: section.version, typed: typedFrom(read(section.value)) }
  const { version, typed } = draft ?? fresh
  const [theirs, setTheirs] = useState<NonNullable<ApiProblem['current']> | null>(null)
  const form = useForm<Field>({
    validate: () => {
      const issues = monetisationFields.safeParse(valueOf(typed)).error?.issues ?? []
      return faultsAt(issues.map(({ path }) => path))
    },
    send: async () => {
      try {
        await save(valueOf(typed), theirs ? theirs.version : version)
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.current === null) throw problem
        setTheirs(problem.current)
        return
      }
      setTheirs(null)
      endDraft()
      toast({ title: m.admin_monetisation_saved(), tone: 'success' })
      refreshEdits()
    },
    explain: (problem) => {
      const refused = faultsAt(problem.errors.map(({ path }) => path.split('.')))
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  function change(changes: Partial<Typed>): void {
    if (!form.isPending) setDraft({ version, typed: { ...typed, ...changes } })
  }

  function discard(): void {
    setTheirs(null)
    setDraft(null)
  }

  const field = (name: Field) => ({
    name,
    error: form.errors[name],
    readOnly: form.isPending,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      change({ [name]: target.value }),
  })

  const products = site().products.filter(isSold)
  const warnings = findSaleWarnings(products, texts, typed)
  return (
    // The keys of the fields bubble to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form.props}
      onKeyDown={editKeys(discard)}
      aria-label={m.admin_monetisation()}
      className="cut cut-size-20 p-5 sm:p-7"
    >
      <h4 className="mb-4 text-lg">{m.admin_approval()}</h4>
      <div className="grid gap-5 lg:grid-cols-3">
        <TextField {...field('approvedOn')} type="date" label={m.admin_approval_from()} />
        <TextField {...field('endsOn')} type="date" label={m.admin_approval_to()} />
        <TextField
          {...field('link')}
          type="url"
          label={m.admin_approval_link()}
          hint={m.admin_approval_link_hint()}
          maxLength={300}
        />
      </div>
      <h4 className="mt-8 mb-4 text-lg">{m.admin_monetisation_products()}</h4>
      <ul className="grid gap-6">
        {products.map((product) => (
          <li key={product.slug} className="border-t border-line pt-4">
            <ProductRow
              product={product}
              typed={typed}
              warning={warnings.find((one) => one.product === product)}
              onChange={change}
            />
          </li>
        ))}
      </ul>
      <FormFailure title={m.admin_monetisation_failed()} failure={form.failure} className="mt-6" />
      {theirs && (
        <div className="mt-6">
          <Conflict
            mine={inWords(valueOf(typed))}
            theirs={inWords(theirs.value)}
            onKeepMine={() => form.props.ref.current?.requestSubmit()}
            onTakeTheirs={() => {
              refreshEdits()
              discard()
            }}
          />
        </div>
      )}
      <div className="mt-6">
        <EditButtons isPending={form.isPending} onClose={null} onDiscard={draft ? discard : null} />
      </div>
    </form>
  )
}

interface RowProps {
  readonly product: Product
  readonly typed: Typed
  readonly warning: SaleWarning | undefined
  readonly onChange: (changes: Partial<Typed>) => void
}

/** A product's category, and what the owner should look at. */
function ProductRow({ product, typed: { categories, seen }, warning, onChange }: RowProps) {
  const { slug, name } = product
  const { [slug]: chosen = null, ...otherCategories } = categories
  const { [slug]: _known, ...otherSeen } = seen
  const usual = m.monetisation_category({ category: categoryOf(product, {}) })
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div>
        <p translate="no" className="font-display font-semibold">
          {name}
        </p>
        {warning && (
          <div className="mt-2">
            <Notice tone={warning.isSeen ? 'info' : 'warning'}>
              {warning.words.length > 0 && (
                <p>
                  <span>{m.admin_monetisation_words()}</span>{' '}
                  <span translate="no">{warning.words.join(', ')}</span>
                </p>
              )}
              {warning.category === 'other' && <p>{m.admin_monetisation_other()}</p>}
            </Notice>
            <Switch
              label={m.admin_monetisation_seen()}
              checked={warning.isSeen}
              onChange={(isSeen) =>
                onChange({ seen: isSeen ? { ...seen, [slug]: warning.words } : otherSeen })
              }
            />
          </div>
        )}
      </div>
      <SelectField
        label={m.admin_monetisation_category({ product: name })}
        all={m.admin_monetisation_usual({ category: usual })}
        values={saleCategories}
        labelOf={(category) => m.monetisation_category({ category })}
        value={chosen}
        onChange={(next) =>
          onChange({ categories: next ? { ...categories, [slug]: next } : otherCategories })
        }
      />
    </div>
  )
}

/** What is saved in words, to compare two of them. */
function inWords(value: unknown): string {
  const { approval, categories, seen } = read(value)
  const { approvedOn, endsOn, link } = approval ?? {}
  return [
    approval
      ? [`${approvedOn} – ${endsOn}`, link].filter(Boolean).join('\n')
      : m.admin_approval_none(),
    ...Object.entries(categories).map(
      ([slug, category]) => `${slug} · ${m.monetisation_category({ category })}`,
    ),
    ...Object.entries(seen).map(
      ([slug, words]) => `${slug} · ${m.admin_monetisation_seen()} ${words.join(', ')}`,
    ),
  ].join('\n')
}
