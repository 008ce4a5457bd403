import { cents } from '#domain/money.ts'
import type { PackTerms } from '#domain/packs.ts'
import { AddButton, showOpenForm, UnsavedMark } from '#web/admin-kit/edit-form.tsx'
import { formatDollars, formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PackForm } from './admin-pack-form.tsx'
import {
  focusRow,
  focusAfterMove,
  newEntry,
  rowButtonId,
  RowButtons,
  useRowSave,
} from './admin-rows.tsx'
import { isSame, swapped, type Shop, type Sold } from './admin-shop-sections.ts'

interface PackListProps {
  readonly shop: Shop
  readonly sold: Sold | null
  /** The `priceId` of the pack in the form, or that of a new one. */
  readonly open: string | null
  readonly onOpen: (priceId: string | null) => void
}

export function PackList({ shop, sold, open, onOpen }: PackListProps) {
  function close(): void {
    onOpen(null)
    focusRow(open)
  }

  return (
    <>
      <AddButton
        id={rowButtonId('edit', newEntry)}
        form="pack new"
        onClick={() => onOpen(newEntry)}
      >
        {m.admin_pack_add()}
      </AddButton>
      {open !== null && (
        <PackForm
          key={open}
          draftKey={open}
          isNew={open === newEntry}
          shop={shop}
          pack={shop.packs.find(({ priceId }) => priceId === open) ?? null}
          onClose={close}
        />
      )}
      {shop.packs.length === 0 && <Notice>{m.admin_packs_none()}</Notice>}
      <ul aria-label={m.admin_products_packs()} className="border-line not-empty:border-t">
        {shop.packs.map((pack) => (
          <li key={pack.priceId} className="border-b border-line py-4">
            <PackRow
              shop={shop}
              pack={pack}
              count={sold?.packs[pack.priceId] ?? (sold && 0)}
              onEdit={() => (pack.priceId === open ? showOpenForm() : onOpen(pack.priceId))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface PackRowProps {
  readonly shop: Shop
  readonly pack: PackTerms
  readonly count: number | null
  readonly onEdit: () => void
}

function PackRow({ shop, pack, count, onEdit }: PackRowProps) {
  const { amount, bonus, priceDollars, priceId, hidden = false } = pack
  const name = formatKr(amount)
  const place = shop.packs.indexOf(pack)
  const row = useRowSave(shop, { id: priceId, name, failed: m.admin_pack_failed })
  /** Null where the pack has changed meanwhile. */
  const changePack =
    (change: (packs: readonly PackTerms[], index: number) => readonly PackTerms[]) =>
    (now: Shop): Shop | null => {
      const index = now.packs.findIndex((one) => isSame(one, pack))
      return index === -1 ? null : { ...now, packs: change(now.packs, index) }
    }

  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-display font-semibold">
          <KrText>{name}</KrText>
          <UnsavedMark form={`pack ${priceId}`} />
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted">
          <span>{m.admin_pack_with_bonus({ bonus: formatKr(bonus) })}</span>
          <span>{formatDollars(cents(Math.round(priceDollars * 100)))}</span>
          {count !== null && <span>{m.admin_product_sold({ count })}</span>}
          {hidden && <span>{m.admin_product_hidden()}</span>}
        </p>
      </div>
      <RowButtons
        id={priceId}
        name={name}
        isShown={!hidden}
        isPending={row.isPending}
        isFirst={place === 0}
        isLast={place === shop.packs.length - 1}
        onEdit={onEdit}
        onHide={() =>
          row.save(
            changePack((packs, index) => packs.with(index, { ...pack, hidden: !hidden })),
            hidden ? m.admin_product_was_shown : m.admin_product_was_hidden,
            'hide',
          )
        }
        onMove={(step) =>
          row.save(
            changePack((packs, index) => swapped(packs, index, index + step)),
            m.admin_products_moved,
            ...focusAfterMove(step),
          )
        }
        onRemove={() =>
          row.save(
            changePack((packs, index) => packs.toSpliced(index, 1)),
            m.admin_pack_removed,
          )
        }
      />
    </div>
  )
}
