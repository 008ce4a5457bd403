import * as z from 'zod/mini'
import { productTexts } from '#contract/product-texts.ts'
import { monetisationFields, type Monetisation } from '#contract/site-sections.ts'
import type { SectionView } from '#contract/site.ts'
import {
  approvalReminderDays,
  categoryOf,
  daysUntil,
  findSaleWarnings,
  saleCategories,
  type SaleWarning,
} from '#domain/monetisation.ts'
import { isSold, type Product } from '#domain/products.ts'
import { site } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { SelectField, TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { refreshEdits } from '#web/admin-kit/use-admin-data.ts'
import {
  SectionEditor,
  type SectionFields,
  type SectionDefinition,
} from './admin-section-editor.tsx'

const nothing: Monetisation = { approval: null, categories: {}, seen: {} }

/** The publisher's approval, and what it may not allow of what is sold. It only warns. */
export function MonetisationView() {
  return (
    <SectionEditor definition={definition}>
      {({ typed, change, field, sections }) => (
        <>
          <h4 className="mb-4 font-display text-lg font-bold">{m.admin_approval()}</h4>
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
          <h4 className="mt-8 mb-4 font-display text-lg font-bold">
            {m.admin_monetisation_products()}
          </h4>
          <ProductRows
            typed={typed}
            texts={textsOf(sections.find(({ section }) => section === 'productTexts'))}
            onChange={change}
          />
        </>
      )}
    </SectionEditor>
  )
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

function ApprovalState({ value }: { readonly value: unknown }) {
  const { approval } = read(value)
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
const fields = ['approvedOn', 'endsOn', 'link'] as const
type Field = (typeof fields)[number]

const definition: SectionDefinition<Typed, Field> = {
  name: 'monetisation',
  draftShape: z.object({ version: z.nullable(z.number()), typed: typedMonetisation }),
  valueShape: monetisationFields,
  typedFrom: (value) => {
    const { approval, categories, seen } = read(value)
    const { approvedOn = '', endsOn = '', link } = approval ?? {}
    return { approvedOn, endsOn, link: link ?? '', categories, seen }
  },
  valueFrom: ({ approvedOn, endsOn, link, categories, seen }) => {
    const isEmpty = [approvedOn, endsOn, link].every((text) => text.trim() === '')
    const approval = isEmpty ? null : { approvedOn, endsOn, link: link.trim() || null }
    return { approval, categories, seen }
  },
  faultsAt: (places) => {
    const found = fields.filter((field) => places.some((place) => place.at(-1) === field))
    return Object.fromEntries(found.map((field) => [field, m.admin_approval_fault({ field })]))
  },
  inWords,
  State: ApprovalState,
  resetKind: 'file',
  title: () => m.admin_monetisation(),
  lead: () => m.admin_monetisation_lead(),
  saved: () => m.admin_monetisation_saved(),
  failed: () => m.admin_monetisation_failed(),
  refresh: refreshEdits,
}

interface RowsProps {
  readonly typed: Typed
  readonly texts: ReturnType<typeof textsOf>
  readonly onChange: SectionFields<Typed, Field>['change']
}

function ProductRows({ typed, texts, onChange }: RowsProps) {
  const products = site().products.filter(isSold)
  const warnings = findSaleWarnings(products, texts, typed)
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {products.map((product) => (
        <li key={product.slug} className="border-t border-line pt-4">
          <ProductRow
            product={product}
            typed={typed}
            warning={warnings.find((one) => one.product === product)}
            onChange={onChange}
          />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  readonly product: Product
  readonly typed: Typed
  readonly warning: SaleWarning | undefined
  readonly onChange: RowsProps['onChange']
}

/** A product's category, and what the owner should look at. */
function ProductRow({ product, typed: { categories, seen }, warning, onChange }: RowProps) {
  const { slug, name } = product
  const { [slug]: chosen = null, ...otherCategories } = categories
  const { [slug]: _known, ...otherSeen } = seen
  const usual = m.monetisation_category({ category: categoryOf(product, {}) })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 lg:grid-cols-2">
      <div>
        <p translate="no" className="font-display font-semibold lg:pt-5">
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
        label={<span className="sr-only">{m.admin_monetisation_category({ product: name })}</span>}
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
    ...Object.entries(seen).map(([slug, words]) =>
      [slug, m.admin_monetisation_seen(), ...words].join(' · '),
    ),
  ].join('\n')
}
