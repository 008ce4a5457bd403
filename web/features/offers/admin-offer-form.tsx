import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { addOffer, listOffers, type OfferView } from '#contract/offers.ts'
import { isGift, packsName } from '#domain/offers.ts'
import { longestOfferNote } from '#domain/text-limits.ts'
import { CheckBox } from '#web/admin-kit/fields.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { newId } from '#web/app/new-id.ts'
import { toast } from '#web/app/toasts.ts'
import { useCopying } from '#web/app/use-copying.ts'
import { textFields, useForm } from '#web/app/use-form.ts'
import { soldProducts } from '#web/features/products/sold-products.ts'
import { endDraft, useDraft } from '#web/admin-kit/drafts.ts'
import { EditForm } from '#web/admin-kit/edit-form.tsx'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { FieldError, TextArea, TextField } from '#web/ui/fields.tsx'
import { Panel } from '#web/ui/layout.tsx'
import {
  kindsOf,
  offerFaults,
  offerFrom,
  refusedFields,
  shownProducts,
  typedFrom,
  typedOffer,
  type OfferField,
  type TypedOffer,
} from './admin-offer-draft.ts'
import { OfferPreview } from './admin-offer-preview.tsx'
import { kindLabels, perkSlugs, perkText, productName } from './admin-offer-texts.ts'

/** The draft of a new offer, or of a copy. */
export function offerDraft(copied: OfferView | null): string {
  return `offer ${copied?.id ?? 'new'}`
}

const draftShape = z.object({
  typed: typedOffer,
  /** The last request: sent again after a lost answer, even after a reload, it makes nothing twice. */
  attempt: z.nullable(z.object({ key: z.string(), body: z.string() })),
})

interface OfferFormProps {
  /** Whose values it starts with. */
  readonly copied: OfferView | null
  /** Donations cannot have offers. */
  readonly onlyPacks: boolean
  readonly onClose: () => void
  /** `isShown`: nothing else was opened while the form was sent. */
  readonly onMade: (offers: readonly OfferView[], isShown: boolean) => void
}

/** Makes a sale, codes or gifts. */
export function OfferForm({ copied, onlyPacks, onClose, onMade }: OfferFormProps) {
  const [fresh] = useState(() => {
    const start = typedFrom(copied, perkSlugs())
    const isOfPacks = onlyPacks && !isGift(start.kind)
    return { typed: isOfPacks ? { ...start, ...packsOnly } : start, attempt: null }
  })
  const [draft, setDraft] = useDraft(offerDraft(copied), draftShape)
  const { typed, attempt } = draft ?? fresh
  const { who, kind, codes } = typed
  const form = useForm<OfferField>({
    validate: () => offerFaults(typed),
    send: async () => {
      const offer = offerFrom(typed)
      const body = JSON.stringify(offer)
      const key = attempt?.body === body ? attempt.key : newId()
      const sent = { typed, attempt: { key, body } }
      setDraft(sent)
      const added = await adminCall(addOffer, { body: offer, idempotencyKey: key })
      endDraft(offerDraft(copied), sent)
      // Codes are shown.
      if (who === 'everybody') toast({ title: m.admin_offer_added(), tone: 'success' })
      onMade('offers' in added ? added.offers : [added], form.props.ref.current !== null)
    },
    explain: (problem) => {
      // It may have been made.
      if (isOutcomeUnknown(problem)) {
        refreshFigures(listOffers)
        return m.admin_offer_unconfirmed_text()
      }
      const refused = problem.code === 'validation_failed' ? refusedFields(problem, kind) : {}
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  function change(changes: Partial<TypedOffer>): void {
    if (!form.isPending) setDraft({ typed: { ...typed, ...changes }, attempt })
  }

  const field = textFields<Exclude<OfferField, 'products'>>(form, typed, (name, text) =>
    change({ [name]: text }),
  )

  return (
    <EditForm
      form={form}
      title={m.admin_offer_new()}
      level={3}
      failed={m.admin_offer_failed()}
      submit={m.admin_offer_make_it()}
      forget={draft && (() => setDraft(null))}
      onClose={onClose}
    >
      <RadioFilter
        label={m.admin_offer_who()}
        values={['everybody', 'code'] as const}
        labelOf={(value) => m.admin_offer_who_label({ who: value })}
        value={who}
        onChange={(next) => change(startOf(next, typed, onlyPacks))}
      />
      <RadioFilter
        label={m.admin_offer_gives()}
        values={kindsFor(who, onlyPacks)}
        labelOf={(value) => kindLabels[value]()}
        value={kind}
        onChange={(next) => {
          form.clearErrors('value')
          change({ kind: next })
        }}
      />
      {kind === 'perk' && (
        <RadioFilter
          label={m.admin_offer_perk()}
          name="products"
          error={form.errors.products}
          values={perkSlugs()}
          labelOf={perkText}
          value={typed.perk}
          onChange={(perk) => change({ perk })}
        />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          {...field('value')}
          label={m.admin_offer_value({ kind })}
          hint={m.admin_offer_value_hint({ kind })}
          inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
          required
        />
      </div>
      {!isGift(kind) && (
        <Products
          typed={typed}
          onlyPacks={onlyPacks}
          error={form.errors.products}
          onChange={change}
        />
      )}
      {who === 'code' && (
        <RadioFilter
          label={m.admin_offer_codes()}
          values={['made', 'typed'] as const}
          labelOf={(value) => m.admin_offer_codes_label({ codes: value })}
          value={codes}
          onChange={(next) => change({ codes: next })}
        />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        {who === 'code' && codes === 'made' && (
          <TextField
            {...field('make')}
            label={m.admin_offer_make()}
            hint={m.admin_offer_make_hint()}
            inputMode="numeric"
            required
          />
        )}
        {who === 'code' && codes === 'typed' && (
          <TextField
            {...field('code')}
            label={m.code_label()}
            hint={m.admin_offer_code_hint()}
            maxLength={30}
            autoCapitalize="characters"
            spellCheck={false}
            translate="no"
            required
          />
        )}
        <TextField
          {...field('from')}
          type="datetime-local"
          label={m.admin_offer_from()}
          hint={m.admin_offer_from_hint()}
        />
        <TextField
          {...field('until')}
          type="datetime-local"
          label={m.admin_offer_until()}
          hint={m.admin_offer_until_hint()}
        />
        {who === 'code' && (
          <>
            <TextField
              {...field('limit')}
              label={m.admin_offer_limit_label()}
              hint={isGift(kind) ? m.admin_offer_limit_gift_hint() : m.admin_offer_limit_hint()}
              inputMode="numeric"
            />
            <TextField
              {...field('perPlayer')}
              label={m.admin_offer_per_player_label()}
              hint={isGift(kind) ? m.admin_offer_limit_gift_hint() : m.admin_offer_limit_hint()}
              inputMode="numeric"
            />
          </>
        )}
        <TextField
          {...field('note')}
          label={m.admin_offer_note()}
          hint={m.admin_offer_note_hint()}
          maxLength={longestOfferNote}
        />
      </div>
      <OfferPreview typed={typed} />
    </EditForm>
  )
}

const packsOnly = {
  who: 'everybody',
  kind: 'percent',
  scope: 'some',
  products: [packsName],
} as const

function kindsFor(who: TypedOffer['who'], onlyPacks: boolean) {
  if (!onlyPacks) return kindsOf[who]
  return who === 'everybody' ? (['percent'] as const) : (['kr', 'perk'] as const)
}

/** What the other choice keeps of the form. */
function startOf(who: TypedOffer['who'], typed: TypedOffer, onlyPacks: boolean) {
  if (onlyPacks) return who === 'everybody' ? packsOnly : { who, kind: 'kr' as const }
  const keepsKind = kindsOf[who].some((kind) => kind === typed.kind)
  return keepsKind ? { who } : { who, kind: 'percent' as const, value: '' }
}

interface ProductsProps {
  readonly typed: TypedOffer
  readonly onlyPacks: boolean
  readonly error: string | false | null | undefined
  readonly onChange: (changes: Partial<TypedOffer>) => void
}

/** All products, or some of them; all packs only in a sale by percent. */
function Products({ typed, onlyPacks, error, onChange }: ProductsProps) {
  const { scope, products } = typed
  const errorId = useId()
  const [initial] = useState(products)
  const sold = onlyPacks ? [] : soldProducts().map(({ slug }) => slug)
  return (
    <>
      {!onlyPacks && (
        <RadioFilter
          label={m.admin_offer_scope()}
          values={['all', 'some'] as const}
          labelOf={(value) => m.admin_offer_scope_label({ scope: value })}
          value={scope}
          onChange={(next) => onChange({ scope: next })}
        />
      )}
      {scope === 'some' && (
        <fieldset aria-describedby={error ? errorId : undefined}>
          <legend className="mb-2 font-display font-semibold">{m.admin_offer_products()}</legend>
          <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {shownProducts(typed, sold, initial).map((slug) => (
              <CheckBox
                key={slug}
                name="products"
                label={productName(slug)}
                value={products.includes(slug)}
                onChange={(checked) =>
                  onChange({
                    products: checked
                      ? [...products, slug]
                      : products.filter((other) => other !== slug),
                  })
                }
              />
            ))}
          </div>
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </fieldset>
      )}
    </>
  )
}

interface MadeCodesProps {
  /** Of the field with the codes. */
  readonly id: string
  readonly offers: readonly OfferView[]
  readonly onClose: () => void
}

/** The codes that were just made, to copy all at once. */
export function MadeCodes({ id, offers, onClose }: MadeCodesProps) {
  const { copy } = useCopying({ copied: m.admin_copied, failed: m.admin_copy_failed })
  if (offers.length === 0) return null
  const codes = offers.map(({ code }) => code).join('\n')
  return (
    <Panel title={m.admin_offer_made_title({ count: offers.length })} className="mb-6">
      <TextArea
        id={id}
        label={m.admin_offer_made_codes()}
        readOnly
        rows={Math.min(10, offers.length)}
        value={codes}
        translate="no"
        spellCheck={false}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => copy(codes)}>{m.admin_offer_copy_all()}</Button>
        <Button tone="quiet" onClick={onClose}>
          {m.close()}
        </Button>
      </div>
    </Panel>
  )
}
