import type { FiguresView } from '#contract/books.ts'
import { formatAmount } from '#web/admin-kit/values.tsx'
import { TextLink } from '#web/app/links.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

type Sum = 'grossCents' | 'feeCents' | 'refundedCents' | 'netCents'

const sums: readonly (readonly [Sum, () => string])[] = [
  ['grossCents', m.admin_books_gross],
  ['feeCents', m.admin_books_fees],
  ['refundedCents', m.admin_books_refunds],
  ['netCents', m.admin_books_net],
]

interface FiguresProps {
  readonly figures: readonly FiguresView[]
  readonly sum: Sum
}

/** A sum in each currency that has one, each on its own line. */
function Amounts({ figures, sum }: FiguresProps) {
  const shown = figures.filter((one) => one[sum] !== 0)
  if (shown.length === 0) return <span className="text-muted">–</span>
  return shown.map((one) => (
    <span key={one.currency} className="block whitespace-nowrap">
      {formatAmount(one[sum], one.currency)}
    </span>
  ))
}

function countSales(figures: readonly FiguresView[]): string {
  return formatNumber(figures.reduce((total, { count }) => total + count, 0))
}

/** The sums of the month. */
export function TotalFigures({ total }: { readonly total: readonly FiguresView[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px border border-line bg-line lg:grid-cols-5">
      <div className="bg-surface p-4 max-lg:col-span-2 sm:p-5">
        <dt className="text-sm text-muted">{m.admin_books_sales()}</dt>
        <dd className="mt-1 kr text-2xl">{countSales(total)}</dd>
      </div>
      {sums.map(([sum, label]) => (
        <div key={sum} className="bg-surface p-4 sm:p-5">
          <dt className="text-sm text-muted">{label()}</dt>
          <dd className="mt-1 kr text-xl sm:text-2xl">
            <Amounts figures={total} sum={sum} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FiguresTableProps {
  readonly title: string
  /** The head of the first column. */
  readonly first: string
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    /** Whether a translator must leave the name as it is. */
    readonly isProperName: boolean
    readonly href?: string
    readonly figures: readonly FiguresView[]
  }[]
  readonly total: readonly FiguresView[]
}

/** The figures of each product, country or offer, and their sum. */
export function FiguresTable({ title, first, rows, total }: FiguresTableProps) {
  return (
    <div>
      <h3 className="mb-3 text-xl">{title}</h3>
      {/* It scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={title} tabIndex={0} className="scroll-aside overflow-x-auto">
        <table className="w-full border-collapse text-right text-sm tabular-nums [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2">
          <thead className="tag-print border-b border-line-strong align-bottom">
            <tr>
              <th scope="col" className="text-left">
                {first}
              </th>
              <th scope="col">{m.admin_books_sales()}</th>
              {sums.map(([sum, label]) => (
                <th key={sum} scope="col">
                  {label()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, isProperName, href, figures }) => (
              <tr key={key} className="border-b border-line align-top">
                <th
                  scope="row"
                  className="min-w-36 text-left font-normal text-ink"
                  {...(isProperName && { translate: 'no' as const })}
                >
                  {href === undefined ? (
                    name
                  ) : (
                    <TextLink href={href} className="-my-2">
                      {name}
                    </TextLink>
                  )}
                </th>
                <Cells figures={figures} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="align-top font-semibold">
              <th scope="row" className="text-left">
                {m.admin_books_total()}
              </th>
              <Cells figures={total} />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function Cells({ figures }: Pick<FiguresProps, 'figures'>) {
  return (
    <>
      <td className="text-ink">{countSales(figures)}</td>
      {sums.map(([sum]) => (
        <td key={sum} className="text-ink">
          <Amounts figures={figures} sum={sum} />
        </td>
      ))}
    </>
  )
}
