import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { productTexts } from '#contract/product-texts.ts'
import { publicSections } from '#contract/site-sections.ts'
import { isSold } from '#domain/products.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { TextLink } from '#web/app/links.tsx'
import { newId } from '#web/app/new-id.ts'
import { toast } from '#web/app/toasts.ts'
import { textFields, useForm } from '#web/app/use-form.ts'
import { slugOf } from '#web/admin-kit/slug.ts'
import { useDraft } from '#web/admin-kit/drafts.ts'
import { EditForm } from '#web/admin-kit/edit-form.tsx'
import { refreshEdits } from '#web/admin-kit/use-admin-data.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { Switch } from '#web/ui/switch.tsx'
import {
  entryFrom,
  newKinds,
  offersFrom,
  typedFrom,
  typedProduct,
  type TypedProduct,
} from './admin-product-draft.ts'
import { entryFaults, refusedFields, type ProductField } from './admin-product-faults.ts'
import { PriceFields, TextFields } from './admin-product-fields.tsx'
import {
  entryOf,
  isSame,
  saveShop,
  withEntry,
  type ProductEntry,
  type Shop,
} from './admin-shop-sections.ts'
import { differingLines, entryText } from './admin-shop-words.ts'
import { productPath } from './sold-products.ts'

interface Draft {
  readonly id: string
  /** The product as it was when its form was opened; null for a new one. */
  readonly base: ProductEntry | null
  readonly typed: TypedProduct
}

const draftShape: z.ZodMiniType<Draft> = z.object({
  id: z.string(),
  base: z.nullable(
    z.object({
      products: publicSections.products,
      prices: publicSections.prices,
      texts: productTexts,
    }),
  ),
  typed: typedProduct,
})

interface ProductFormProps {
  /** What its unsaved text is stored under: its slug, or that of the form of a new one. */
  readonly draftKey: string
  readonly shop: Shop
  readonly isNew: boolean
  /** Null for a new one, and for one that was removed. */
  readonly entry: ProductEntry | null
  readonly isHosted: boolean
  readonly onClose: () => void
}

/** What others have made of the product meanwhile; null if they have removed it. */
interface ProductConflict {
  readonly there: ProductEntry | null
  readonly shop: Shop
}

/** Makes a product, or changes one. What is typed stays until it is saved or discarded. */
export function ProductForm({ draftKey, shop, isNew, entry, isHosted, onClose }: ProductFormProps) {
  const [ownId] = useState(newId)
  const [draft, setDraft, endDraft] = useDraft(`product ${draftKey}`, draftShape)
  // Until something is typed it follows what is saved.
  const { id, base, typed } = draft ?? { id: ownId, base: entry, typed: typedFrom(entry) }
  const [conflict, setConflict] = useState<ProductConflict | null>(null)
  /** What others have saved, and this form is to replace. */
  const replaced = useRef<ProductConflict | null>(null)
  const product = base?.products[0]
  const offers = offersFrom(typed, base)
  const next = () => entryFrom(typed, base, isHosted ? null : id)
  const title = product
    ? m.admin_product_change_title({ name: product.name })
    : m.admin_product_add()

  const form = useForm<ProductField>({
    validate: () => entryFaults(next(), offers),
    send: save,
    explain: (problem) => {
      const refused = problem.code === 'validation_failed' ? refusedFields(problem, offers) : {}
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  async function save(): Promise<void> {
    const made = next()
    const { slug = '', name = '' } = made.products[0] ?? {}
    const expected = replaced.current ? replaced.current.there : base
    const changed = await saveShop(replaced.current?.shop ?? shop, (now) => {
      const there = entryOf(now, slug)
      // The answer to an earlier try may have been lost.
      if (isSame(there, made)) return now
      return isSame(there, expected) ? withEntry(now, slug, made) : null
    })
    const found = changed && { there: entryOf(changed, slug), shop: changed }
    if (found && !product)
      return form.refuse({ slug: m.admin_product_fault({ fault: 'slug_taken' }) })
    setConflict(found)
    if (found) return
    toast({ title: m.admin_product_saved(), description: name, tone: 'success' })
    endDraft()
    // Not what was opened meanwhile.
    if (form.props.ref.current) onClose()
    refreshEdits()
  }

  function change(changes: Partial<TypedProduct>): void {
    if (!form.isPending) setDraft({ id, base, typed: { ...typed, ...changes } })
  }

  function rename(name: string): void {
    // The address follows until somebody types another one.
    const isProposed = !product && typed.slug === slugOf(typed.name)
    change({ name, ...(isProposed && { slug: slugOf(name) }) })
    if (isProposed) form.clearErrors('slug')
  }

  // Removed, and nothing was typed.
  if (!isNew && !entry && !draft) return null
  const [mine, theirs] = differingLines(entryText(next()), entryText(conflict?.there ?? null))

  const field = textFields<'slug' | 'slots'>(form, typed, (name, text) => change({ [name]: text }))

  return (
    <EditForm
      form={form}
      title={title}
      besideTitle={
        product &&
        isSold(product) && <TextLink href={productPath(product)}>{m.admin_product_page()}</TextLink>
      }
      failed={m.admin_product_failed()}
      conflict={
        conflict && {
          mine,
          theirs,
          replace: () => {
            replaced.current = conflict
          },
        }
      }
      forget={draft && (() => setDraft(null))}
      onClose={onClose}
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          name="name"
          label={m.admin_shop_name()}
          hint={product ? m.admin_product_rename_hint() : m.admin_product_name_hint()}
          error={form.errors['name']}
          required
          readOnly={form.isPending}
          maxLength={90}
          autoComplete="off"
          value={typed.name}
          onChange={({ target }) => rename(target.value)}
        />
        {!product && (
          <TextField
            {...field('slug')}
            label={m.admin_product_slug()}
            hint={m.admin_product_slug_hint()}
            required
            maxLength={60}
            autoCapitalize="none"
            spellCheck={false}
            translate="no"
          />
        )}
        {!product && (
          <div className="lg:col-span-2">
            <RadioFilter
              label={m.admin_product_kind_label()}
              values={newKinds}
              labelOf={(kind) => m.admin_product_kind({ kind })}
              value={typed.kind === 'extra' ? 'extra' : 'timed'}
              onChange={(kind) => change({ kind })}
            />
            <p className="mt-2 text-sm text-muted">
              {m.admin_product_kind_hint({ kind: typed.kind === 'extra' ? 'extra' : 'timed' })}
            </p>
          </div>
        )}
        {(typed.kind === 'timed' || typed.kind === 'color-tag') && (
          <TextField
            {...field('slots')}
            label={m.admin_product_slots()}
            hint={m.admin_product_slots_hint()}
            inputMode="numeric"
            maxLength={6}
          />
        )}
        <Switch
          label={m.admin_product_on_pages()}
          hint={m.admin_product_on_pages_hint()}
          checked={typed.isShown}
          onChange={(isShown) => change({ isShown })}
        />
      </div>
      <PriceFields
        offers={offers}
        isHosted={isHosted}
        errors={form.errors}
        isLocked={form.isPending}
        onChange={(offer, changes) => {
          const before = typed.offers[offer]
          if (before) change({ offers: { ...typed.offers, [offer]: { ...before, ...changes } } })
        }}
      />
      <TextFields
        kind={typed.kind}
        texts={typed.texts}
        errors={form.errors}
        isLocked={form.isPending}
        onChange={(language, changes) =>
          change({
            texts: { ...typed.texts, [language]: { ...typed.texts[language], ...changes } },
          })
        }
      />
    </EditForm>
  )
}
