import { useEffect, useState } from 'react'
import { addShopItem, changeShopItem, listAllShopItems, newItem } from '#contract/skins.ts'
import { longestName } from '#domain/text-limits.ts'
import { PictureField, pictureTimeoutMs } from '#web/app/picture-field.tsx'
import { formId, showForm } from '#web/admin-kit/edit-form.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { textFault } from '#web/app/text-fault.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { readTypedKr } from '#web/features/kryptonite/admin-kr-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { changeItemDraft, changedFields, type ItemDraft } from './admin-item-draft.ts'
import { SkinCard } from './admin-skin-card.tsx'

interface ItemFormProps {
  readonly draft: ItemDraft
  readonly onClose: () => void
}

export const refreshItems = (): void => refreshFigures(listAllShopItems)

/** Adds an item to the skin shop, or edits one. A failure keeps the typed values. */
export function ItemForm({ draft, onClose }: ItemFormProps) {
  const { item, name, priceText, stockText, hidden, picture } = draft
  const [attempt] = useState(createIdempotencyKey)
  const [isReading, setIsReading] = useState(false)
  const title = item ? m.admin_shop_edit_title({ item: item.name }) : m.admin_shop_add_title()
  const failureTitle = item ? m.admin_shop_change_failed() : m.admin_shop_add_failed()
  const form = useForm<'name' | 'price' | 'stock' | 'picture'>({
    validate: () => validate(draft),
    send: save,
    explain: (problem) => {
      attempt.ended(problem)
      toastFailure(m.admin_error(), failureTitle, 'item')
      // It may have been saved.
      if (isOutcomeUnknown(problem)) refreshItems()
      return failureText(problem)
    },
  })
  const { ref } = form.props
  const pendingLabel = picture ? m.picture_sending() : m.admin_saving()

  useEffect(() => showForm(ref.current), [ref])

  async function save() {
    const price = readTypedKr(priceText)
    if (price === null) return
    const stock = newItem.shape.stock.parse(stockText)
    const fields = { name: name.trim(), price, stock, hidden }
    const timeoutMs = pictureTimeoutMs(picture)
    if (item) {
      const body = changedFields(item, { ...fields, image_url: picture?.url ?? item.image_url })
      await adminCall(changeShopItem, { params: item, body, timeoutMs })
    } else if (picture) {
      const body = { ...fields, image_url: picture.url }
      const idempotencyKey = attempt.of(body)
      await adminCall(addShopItem, { body, idempotencyKey, timeoutMs })
    }
    toast({
      title: item ? m.admin_shop_changed() : m.admin_shop_added(),
      description: fields.name,
      tone: 'success',
      topic: 'item',
    })
    refreshItems()
    onClose()
  }

  function change(next: Parameters<typeof changeItemDraft>[0]) {
    // The form closes when the request under way succeeds, so a later change would be lost.
    if (!form.isPending) changeItemDraft(next)
  }

  return (
    <form
      {...form.props}
      id={formId}
      aria-label={title}
      className="cut scroll-mt-28 cut-size-20 mb-8 p-5 cut-line-crystal sm:p-7"
    >
      <h3 className="mb-5 pr-4 font-display text-xl font-bold wrap-anywhere">{title}</h3>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid content-start gap-5">
          <TextField
            name="name"
            label={m.admin_shop_name()}
            error={form.errors.name}
            required
            readOnly={form.isPending}
            maxLength={longestName}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            name="price"
            label={<KrText>{m.admin_shop_price()}</KrText>}
            hint={m.admin_shop_price_hint()}
            error={form.errors.price}
            required
            readOnly={form.isPending}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            value={priceText}
            onChange={(event) => change({ priceText: event.target.value })}
          />
          <TextField
            name="stock"
            label={m.admin_shop_stock()}
            hint={m.admin_shop_stock_hint()}
            error={form.errors.stock}
            readOnly={form.isPending}
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
            value={stockText}
            onChange={(event) => change({ stockText: event.target.value })}
          />
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="hidden"
              className="size-5 shrink-0"
              checked={hidden}
              onChange={({ target }) => change({ hidden: target.checked })}
            />
            <span>{m.admin_shop_hidden_label()}</span>
          </label>
          <PictureField
            picture={picture}
            hasCurrent={item !== null}
            isMissing={Boolean(form.errors.picture) && picture === null}
            onChange={(chosen) => change({ picture: chosen })}
            onReading={setIsReading}
          />
        </div>
        <div aria-hidden="true" className="mx-auto w-full max-w-56">
          <p className="tag-print mb-2">{m.admin_shop_preview()}</p>
          <SkinCard
            name={name}
            price={readTypedKr(priceText)}
            imageUrl={picture?.url ?? item?.image_url ?? null}
          />
        </div>
      </div>
      <FormFailure title={failureTitle} form={form} className="mt-6" />
      <div className="mt-6 flex flex-wrap gap-3">
        {/* Disabled while the picture is being read: the item would be saved without it. */}
        <Button
          type="submit"
          pending={isReading || form.isPending}
          pendingLabel={isReading ? m.admin_save() : pendingLabel}
        >
          {m.admin_save()}
        </Button>
        <Button tone="quiet" disabled={form.isPending} onClick={onClose}>
          {m.admin_cancel()}
        </Button>
      </div>
    </form>
  )
}

function validate({ item, name, priceText, stockText, picture }: ItemDraft) {
  const isPriceMissing = priceText.trim() === ''
  const isPriceInvalid = readTypedKr(priceText) === null && m.admin_shop_price_invalid()
  const errors = {
    name: textFault(newItem.shape.name, name, m.admin_shop_name_empty),
    price: isPriceMissing ? m.admin_shop_price_empty() : isPriceInvalid,
    stock: !newItem.shape.stock.safeParse(stockText).success && m.admin_shop_stock_invalid(),
    picture: item === null && picture === null && m.picture_empty(),
  }
  const isMissing = name.trim() === '' || isPriceMissing || errors.picture
  const error = isMissing ? m.admin_fields_missing() : errors.name || errors.price || errors.stock
  if (error) toastFailure(m.admin_error(), error, 'item')
  return errors
}
