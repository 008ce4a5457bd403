import { useState, type ReactNode } from 'react'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import { neededLines } from '#contract/product-texts.ts'
import { findPricesOutOfOrder } from '#domain/price-comparison.ts'
import type { Product } from '#domain/products.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import type { FieldErrors } from '#web/app/use-form.ts'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import {
  textLines,
  type PricedOffer,
  type TextLine,
  type TypedOffer,
  type TypedText,
} from './admin-product-draft.ts'
import type { ProductField } from './admin-product-faults.ts'
import { offerName } from './admin-shop-words.ts'

interface PriceFieldsProps {
  readonly offers: readonly PricedOffer[]
  /** Whether PayPal's hosted buttons are used, which have ids. */
  readonly isHosted: boolean
  readonly errors: FieldErrors<ProductField>
  readonly isLocked: boolean
  readonly onChange: (offer: string, changes: Partial<TypedOffer>) => void
}

/** A price for each duration or tier; what breaks their order is said, and can be saved. */
export function PriceFields({ offers, isHosted, errors, isLocked, onChange }: PriceFieldsProps) {
  const sold = offers.flatMap((offer) =>
    offer.typed.isOn && offer.priceCents !== null
      ? [{ ...offer, priceCents: offer.priceCents }]
      : [],
  )
  const outOfOrder = findPricesOutOfOrder(sold)
  return (
    <fieldset>
      <legend className="mb-1 font-display text-lg font-bold">{m.admin_product_prices()}</legend>
      <p className="mb-4 text-sm text-muted">{m.admin_product_prices_hint()}</p>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {offers.map((offer) => {
          const { id, key, typed } = offer
          const name = offerName(offer)
          const other = outOfOrder.get(key)
          return (
            <li key={id} className="grid content-start gap-2">
              {(offers.length > 1 || !typed.isOn) && (
                <Switch
                  label={m.admin_product_sell({ offer: name })}
                  checked={typed.isOn}
                  onChange={(isOn) => onChange(id, { isOn })}
                />
              )}
              {(typed.isOn || errors[`price/${id}`]) && (
                <TextField
                  name={`price/${id}`}
                  label={name}
                  error={errors[`price/${id}`]}
                  required={typed.isOn}
                  readOnly={isLocked}
                  inputMode="decimal"
                  maxLength={12}
                  autoComplete="off"
                  value={typed.price}
                  onChange={({ target }) => onChange(id, { price: target.value })}
                />
              )}
              <div aria-live="polite" className="empty:hidden">
                {other && (
                  <p className="text-sm text-amber">
                    {other.durationMonths === null
                      ? m.admin_product_tier_cheaper()
                      : m.admin_product_month_dearer({ duration: offerName(other) })}
                  </p>
                )}
              </div>
              {isHosted && (typed.isOn || errors[`button/${id}`]) && (
                <TextField
                  name={`button/${id}`}
                  label={m.admin_product_button({ offer: name })}
                  hint={
                    typed.button.trim() === '' && (
                      <span className="text-amber">{m.admin_product_button_missing()}</span>
                    )
                  }
                  error={errors[`button/${id}`]}
                  readOnly={isLocked}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  translate="no"
                  maxLength={40}
                  value={typed.button}
                  onChange={({ target }) => onChange(id, { button: target.value })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {isHosted && <Notice className="mt-5">{m.admin_product_button_hint()}</Notice>}
    </fieldset>
  )
}

/** What stands on every page with it, asked first; a name stands in for the label. */
function isAsked(kind: Product['kind'], line: TextLine): boolean {
  return line !== 'label' && neededLines[kind].some((needed) => needed === line)
}

interface TextFieldsProps {
  readonly kind: Product['kind']
  readonly texts: Readonly<Record<Language, TypedText>>
  readonly errors: FieldErrors<ProductField>
  readonly isLocked: boolean
  readonly onChange: (language: Language, changes: Partial<TypedText>) => void
}

/** The texts of a product: in French what its page needs, and folded the rest and the other languages. */
export function TextFields(props: TextFieldsProps) {
  const { kind, texts, errors } = props
  const asked = textLines.filter((line) => isAsked(kind, line))
  const others = textLines.filter((line) => !asked.includes(line))
  const translations = languages.filter((language) => language !== defaultLanguage)
  const isFaulty = (language: Language, lines: readonly TextLine[]) =>
    lines.some((line) => errors[`text/${language}/${line}`])
  return (
    <fieldset>
      <legend className="mb-1 font-display text-lg font-bold">{m.admin_product_texts()}</legend>
      <p className="mb-4 text-sm text-muted">{m.admin_product_texts_hint()}</p>
      <LineFields {...props} language={defaultLanguage} lines={asked} required />
      <Folded title={m.admin_product_more_texts()} isFaulty={isFaulty(defaultLanguage, others)}>
        <LineFields {...props} language={defaultLanguage} lines={others} />
      </Folded>
      {translations.map((language) => (
        <Folded
          key={language}
          isFaulty={isFaulty(language, textLines)}
          title={
            <>
              <span lang={language}>{ownNames[language]}</span>
              {Object.values(texts[language]).every((text) => text.trim() === '') && (
                <span>{` · ${m.admin_product_not_translated()}`}</span>
              )}
            </>
          }
        >
          <LineFields {...props} language={language} lines={[...asked, ...others]} />
        </Folded>
      ))}
    </fieldset>
  )
}

interface FoldedProps {
  readonly title: ReactNode
  readonly isFaulty: boolean
  readonly children: ReactNode
}

/** Opens with the first fault of a field in it, and stays open while that is corrected. */
function Folded({ title, isFaulty, children }: FoldedProps) {
  const [wasFaulty, setWasFaulty] = useState(isFaulty)
  if (isFaulty && !wasFaulty) setWasFaulty(true)
  return (
    <Disclosure title={title} isOpen={wasFaulty}>
      {children}
    </Disclosure>
  )
}

interface LineFieldsProps extends TextFieldsProps {
  readonly language: Language
  readonly lines: readonly TextLine[]
  readonly required?: boolean
}

function LineFields(props: LineFieldsProps) {
  const { texts, errors, isLocked, onChange, language, lines, required } = props
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {lines.map((line) => {
        const Lines = line === 'points' || line === 'lead' ? TextArea : TextField
        return (
          <Lines
            key={line}
            name={`text/${language}/${line}`}
            label={m.admin_product_line({ line })}
            hint={m.admin_product_line_hint({ line })}
            error={errors[`text/${language}/${line}`]}
            lang={language}
            required={required}
            readOnly={isLocked}
            value={texts[language][line]}
            onChange={({ target }: { readonly target: { readonly value: string } }) =>
              onChange(language, { [line]: target.value })
            }
          />
        )
      })}
    </div>
  )
}
