import {
  downloadBooks,
  readBooks,
  type BookOfferView,
  type BookRowView,
  type BooksView,
  type FiguresView,
} from '#contract/books.ts'
import { addressOf } from '#contract/endpoint.ts'
import {
  krAddress,
  moneyAddress,
  ordersAddress,
  readMoneyFilters,
  sectionAddress,
} from '#web/admin-kit/address.ts'
import { LoadedSection, useFirst } from '#web/admin-kit/section-parts.tsx'
import { useMayDo } from '#web/admin-kit/session.ts'
import { useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { formatAmount, Moment } from '#web/admin-kit/values.tsx'
import { TextLink } from '#web/app/links.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { givenText } from '#web/features/offers/admin-offer-texts.ts'
import { itemTitle } from '#web/features/products/product-text.ts'
import { formatMonth } from '#web/i18n/format-time.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ExportShop } from './export-shop.tsx'
import { FiguresTable, TotalFigures } from './money-figures.tsx'

/** What came in and went out in a month, and the file of it. */
export function MoneySection() {
  const [{ month }, change] = useAddressFilters(readMoneyFilters, moneyAddress)
  const books = useAdminQuery(readBooks, { query: { month } })
  useLiveRefresh(books.refresh)
  const mayExport = useMayDo('export')
  return (
    <LoadedSection
      title={m.admin_books()}
      lead={m.admin_books_lead()}
      loaded={books}
      choice={
        <div className="mb-6 flex flex-wrap items-end gap-4">
          {books.value === null ? (
            <Skeleton className="h-20 w-full sm:w-72" />
          ) : (
            <SelectField
              label={m.admin_books_month()}
              all={formatMonth(books.value.currentMonth)}
              values={monthsBefore(books.value, month)}
              labelOf={formatMonth}
              value={month}
              onChange={(chosen) => change({ month: chosen })}
              className="w-full sm:w-72"
            />
          )}
          <a
            href={addressOf(downloadBooks, { query: { month } })}
            download
            className={buttonClass({ tone: 'secondary' })}
          >
            {m.admin_books_csv()}
          </a>
        </div>
      }
      skeletons={
        <div className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-80" />
          <Skeleton className="h-60" />
        </div>
      }
    >
      {(value) => (
        <>
          <Books books={value} />
          {mayExport && <ExportShop />}
        </>
      )}
    </LoadedSection>
  )
}

function Books({ books }: { readonly books: BooksView }) {
  if (books.rowCount === 0) {
    return <Notice title={m.admin_books_none()}>{m.admin_books_none_text()}</Notice>
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {books.withoutFee > 0 && (
        <Notice tone="warning" title={m.admin_books_lacking({ count: books.withoutFee })}>
          {m.admin_books_lacking_text()}
        </Notice>
      )}
      <TotalFigures total={books.total} />
      <FiguresTable
        title={m.admin_books_products()}
        first={m.admin_books_product()}
        rows={books.products.map(({ product, figures }) => ({
          key: product?.key ?? '',
          name: productTitle(product),
          isProperName: product !== null,
          figures,
        }))}
        total={books.total}
      />
      <FiguresTable
        title={m.admin_books_countries()}
        first={m.admin_books_country()}
        rows={byNet(books.countries).map(({ country, figures }) => ({
          key: country ?? '',
          name: countryName(country),
          isProperName: false,
          figures,
        }))}
        total={books.total}
      />
      {books.offers.some(({ offer }) => offer !== null) && (
        <FiguresTable
          title={m.admin_books_offers()}
          first={m.admin_books_offer()}
          rows={books.offers.map(({ offer, figures }) => ({
            key: offer?.id ?? '',
            name: offer === null ? m.admin_books_no_offer() : offerTitle(offer),
            isProperName: offer !== null && offer.code !== null,
            ...(offer !== null && { href: sectionAddress('offers') }),
            figures,
          }))}
          total={books.total}
        />
      )}
      <Movements books={books} />
    </div>
  )
}

function Movements({ books: { rows, rowCount } }: { readonly books: BooksView }) {
  const { shown, more } = useFirst(rows, 30)
  return (
    <section>
      <h3 className="mb-3 text-xl">{m.admin_books_movements()}</h3>
      {rowCount > rows.length && (
        <p className="mb-3 text-sm text-muted">
          {m.admin_books_latest({
            shown: formatNumber(rows.length),
            count: formatNumber(rowCount),
          })}
        </p>
      )}
      <ul aria-label={m.admin_books_movements()} className="border-t border-line">
        {shown.map((row) => (
          <li
            key={`${row.provider} ${row.reference}`}
            className="border-b border-line py-4 hover:bg-surface sm:px-3"
          >
            <Movement row={row} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

function Movement({ row }: { readonly row: BookRowView }) {
  const { kind, product, offer, country, grossCents, currency, movedAt, reference, provider } = row
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={kind === 'sale' || kind === 'dispute_won' ? 'crystal' : 'amber'}>
            {m.admin_books_kind({ kind })}
          </Badge>
          <span
            className="font-semibold wrap-anywhere"
            {...(product && { translate: 'no' as const })}
          >
            {productTitle(product)}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <Moment iso={movedAt} />
          <span>{countryName(country)}</span>
          {offer !== null && (
            <span {...(offer.code !== null && { translate: 'no' as const })}>
              {offerTitle(offer)}
            </span>
          )}
          <span translate="no" className="wrap-anywhere">
            {`${provider === 'paypal' ? 'PayPal' : 'Stripe'} ${reference}`}
          </span>
        </p>
        <OrderLink row={row} />
      </div>
      <div className="ml-auto text-right">
        <p
          className={classNames(
            'font-display text-xl font-bold whitespace-nowrap',
            grossCents < 0 && 'text-loss',
          )}
        >
          {formatAmount(grossCents, currency)}
        </p>
        <p className="text-sm text-muted">{feeText(row)}</p>
      </div>
    </div>
  )
}

function OrderLink({ row: { orderId, product } }: { readonly row: BookRowView }) {
  if (orderId === null) {
    return <TextLink href={sectionAddress('inbox')}>{m.admin_books_to_inbox()}</TextLink>
  }
  return product?.key.startsWith('pack/') ? (
    <TextLink href={krAddress({ list: 'packs', search: orderId })}>
      {m.admin_books_to_pack()}
    </TextLink>
  ) : (
    <TextLink href={ordersAddress({ search: orderId })}>{m.admin_books_to_order()}</TextLink>
  )
}

function feeText({ feeCents, feeCurrency, settledNetCents, settledCurrency }: BookRowView): string {
  if (feeCents === null || feeCurrency === null) return m.admin_books_fee_unknown()
  if (settledNetCents === null || settledCurrency === null) return m.admin_books_fee_unknown()
  return m.admin_books_fee_net({
    fee: formatAmount(feeCents, feeCurrency),
    net: formatAmount(settledNetCents, settledCurrency),
  })
}

function productTitle(product: BookRowView['product']): string {
  if (product === null) return m.admin_books_no_order()
  const { name, durationMonths: duration } = product
  return itemTitle({ name, ...(duration !== null && { duration }) })
}

/** Its code; else what the staff noted about it, or what it gives. */
function offerTitle(offer: BookOfferView): string {
  return offer.code ?? (offer.note || givenText({ ...offer, products: null }))
}

/** The one that brought most first; for an order a dollar is as good as a euro. */
function byNet<Row extends { readonly figures: readonly FiguresView[] }>(
  rows: readonly Row[],
): readonly Row[] {
  const netOf = ({ figures }: Row) => figures.reduce((sum, { netCents }) => sum + netCents, 0)
  return rows.toSorted((one, other) => netOf(other) - netOf(one))
}

function countryName(country: string | null): string {
  if (country === null) return m.admin_books_no_country()
  return new Intl.DisplayNames(formatLocale(), { type: 'region' }).of(country) ?? country
}

/** The months with books besides the current one, and the chosen one, the latest first. */
function monthsBefore({ firstMonth, currentMonth }: BooksView, chosen: string | null): string[] {
  const isOutside = chosen !== null && (chosen < firstMonth || chosen > currentMonth)
  const months = isOutside ? [chosen] : []
  for (let month = previous(currentMonth); month >= firstMonth; month = previous(month)) {
    months.push(month)
  }
  return months
}

function previous(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
