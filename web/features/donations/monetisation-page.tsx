import { categoryOf } from '#domain/monetisation.ts'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { productText } from '#web/features/products/shop-texts.ts'
import { productPath, soldProducts } from '#web/features/products/sold-products.ts'
import { TextLink } from '#web/app/links.tsx'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'

/** What is sold here, as the publisher of the game distinguishes it, and whether it has approved that. */
export default function MonetisationPage() {
  const { approval, categories } = site().monetisation
  return (
    <div className="page">
      <PageHeading title={m.monetisation_title()} lead={m.monetisation_lead()} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel title={m.monetisation_sold()}>
          <ul>
            {soldProducts().map((product) => (
              <SoldLine
                key={product.slug}
                href={productPath(product)}
                name={productText(product).title}
                category={categoryOf(product, categories)}
              />
            ))}
            {/* For what is bought on the site alone. */}
            <SoldLine
              href={paths.kryptoPoints()}
              name={m.section_krypto_points()}
              category="cosmetic"
            />
            <SoldLine href={paths.shop()} name={m.section_skin_shop()} category="skin" />
          </ul>
        </Panel>
        <Panel tone="crystal" title={m.monetisation_approval()} className="self-start">
          {approval ? (
            <>
              <p>{m.monetisation_approved({ day: formatLongDay(approval.approvedOn) })}</p>
              <p className="mt-2">{m.monetisation_ends({ day: formatLongDay(approval.endsOn) })}</p>
              {approval.link !== null && (
                <p className="mt-4">
                  <a
                    href={approval.link}
                    target="_blank"
                    rel="noreferrer"
                    className={buttonClass({ tone: 'secondary' })}
                  >
                    {m.monetisation_link()}
                  </a>
                </p>
              )}
            </>
          ) : (
            <p className="text-muted">{m.monetisation_none()}</p>
          )}
        </Panel>
      </div>
    </div>
  )
}

interface SoldLineProps {
  readonly href: string
  readonly name: string
  readonly category: ReturnType<typeof categoryOf>
}

function SoldLine({ href, name, category }: SoldLineProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-2 first:border-t-0">
      <TextLink href={href}>{name}</TextLink>
      <span className="text-muted">{m.monetisation_category({ category })}</span>
    </li>
  )
}
