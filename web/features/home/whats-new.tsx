import type { ReactElement, ReactNode } from 'react'
import type { DocumentList } from '#contract/documents.ts'
import type { ShopItemView } from '#contract/skins.ts'
import type { TeamListing } from '#contract/team.ts'
import { ButtonLink, Link, TextLink } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData, type ServerData } from '#web/app/query-client.ts'
import { documentListQuery, documentPath, foreignLanguage } from '#web/features/guides/documents.ts'
import { KrLinks, OfferLink, PriceFrom, ReskinsLink } from '#web/features/products/product-tile.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productPath, productsOf } from '#web/features/products/sold-products.ts'
import { ItemPicture } from '#web/features/skins/item-picture.tsx'
import { shopItemsQuery } from '#web/features/skins/shop-items.ts'
import { TypeBadge } from '#web/features/team/list/listing-facts.tsx'
import { ageText, languageName } from '#web/features/team/listing-labels.ts'
import { newestListingsQuery } from '#web/features/team/store/team-api.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'

/** The lower half of the landing page: what there is to buy, the news, the newest skins and listings. */
export function WhatsNew() {
  return (
    <div className="page-width grid gap-14 pt-14">
      <Offers />
      <LatestNews />
      <NewestSkins />
      <NewestListings />
    </div>
  )
}

function Offers() {
  const tags = productsOf('color-tag')
  return (
    <section aria-labelledby="offers">
      <Heading
        id="offers"
        title={m.donation_eyebrow()}
        more={m.home_offers_all()}
        href={paths.donation()}
      />
      <ul className="grid gap-3 min-[24rem]:grid-cols-2 max-lg:*:last:col-span-full lg:grid-cols-5">
        {productsOf('timed').map((product) => (
          <OfferLink
            key={product.slug}
            href={productPath(product)}
            icon="bolt"
            title={productText(product).title}
            detail={<PriceFrom products={[product]} />}
          />
        ))}
        {tags.length > 0 && (
          <OfferLink
            href={paths.colorTag()}
            icon="tag"
            title={m.donation_tile_color_tag()}
            detail={<PriceFrom products={tags} />}
          />
        )}
        <ReskinsLink />
        <KrLinks />
      </ul>
    </section>
  )
}

interface HeadingProps {
  readonly id: string
  readonly title: string
  readonly more: string
  readonly href: string
}

function Heading({ id, title, more, href }: HeadingProps) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
      <h2 id={id} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      <TextLink href={href}>{more}</TextLink>
    </div>
  )
}

/** The latest news, three at most; nothing while there are none. */
export function LatestNews() {
  return <News list={useServerData(documentListQuery('latest-news'))} />
}

export function News({ list }: { readonly list: ServerData<DocumentList> }) {
  const { state, data, isFetching, refetch } = list
  if (data?.documents.length === 0) return null
  return (
    <section aria-labelledby="news">
      <Heading id="news" title={m.news_title()} more={m.news_all()} href={paths.news()} />
      {state.status === 'failed' ? (
        <LoadFailure
          title={m.home_news_failed()}
          text={m.documents_failed_text()}
          offlineText={m.home_news_offline()}
          isFetching={isFetching}
          onRetry={refetch}
          className="max-w-2xl"
        />
      ) : (
        <ul className="grid min-h-22 gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
          {data?.documents.map((item) => (
            <li key={item.slug}>
              <Link
                href={documentPath(item)}
                className="tile-link cut cut-size-14 block h-full p-4 sm:p-5"
              >
                <time dateTime={item.changed} className="text-sm text-muted">
                  {formatLongDay(item.changed)}
                </time>
                <span
                  lang={foreignLanguage(item)}
                  className="mt-1 block font-display text-lg font-bold"
                >
                  {item.title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Without those that are sold out. */
export function NewestSkins() {
  const items = useServerData(shopItemsQuery)
  const { state } = items
  const onSale =
    state.status === 'answered'
      ? { ...items, state: { ...state, value: state.value.filter(({ stock }) => stock !== 0) } }
      : items
  return (
    <section aria-labelledby="new-skins">
      <Heading
        id="new-skins"
        title={m.home_skins_title()}
        more={m.home_skins_all()}
        href={paths.shop()}
      />
      <Newest
        list={onSale}
        columns="grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4"
        count={4}
        renderEntry={(item) => <SkinCard item={item} />}
        placeholder={
          <div className="cut cut-size-14">
            <Skeleton className="tile-picture aspect-4/3" />
            <div className="p-3 sm:p-4">
              <Skeleton className="w-3/4" />
              <Skeleton className="mt-1 h-6 w-1/3" />
            </div>
          </div>
        }
        loading={m.shop_loading()}
        failure={{
          title: m.shop_failed_title(),
          text: m.shop_failed_text(),
          offlineText: m.shop_failed_offline(),
        }}
        none={<p className="text-muted">{m.shop_empty_text()}</p>}
      />
    </section>
  )
}

function SkinCard({ item }: { readonly item: ShopItemView }) {
  return (
    <Link
      href={paths.shop()}
      className="tile-link cut cut-size-14 flex h-full flex-col overflow-hidden"
    >
      <span className="tile-picture relative block overflow-hidden">
        <ItemPicture item={item} isLow />
      </span>
      <span className="flex flex-1 flex-col justify-between gap-1 p-3 sm:p-4">
        <span className="font-display leading-tight font-semibold wrap-anywhere">{item.name}</span>
        <span className="kr text-crystal">{formatKr(item.price)}</span>
      </span>
    </Link>
  )
}

function NewestListings() {
  const listings = useServerData(newestListingsQuery)
  return (
    <section aria-labelledby="new-listings">
      <Heading
        id="new-listings"
        title={m.home_listings_title()}
        more={m.home_listings_all()}
        href={paths.team()}
      />
      <Newest
        list={listings}
        columns="gap-3 sm:gap-5 lg:grid-cols-3"
        count={3}
        renderEntry={(listing) => <ListingCard listing={listing} />}
        placeholder={<Skeleton className="h-40" />}
        loading={m.team_list_loading()}
        failure={{
          title: m.team_list_failed_title(),
          text: m.team_list_failed_text(),
          offlineText: m.home_listings_offline(),
        }}
        none={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="text-muted">{m.team_list_be_first()}</p>
            <ButtonLink href={paths.teamCreate()} tone="secondary">
              {m.team_list_create()}
            </ButtonLink>
          </div>
        }
      />
    </section>
  )
}

function ListingCard({ listing }: { readonly listing: TeamListing }) {
  const { type, discordUsername, description, languages, age } = listing
  return (
    <Link
      href={paths.team()}
      className="tile-link cut cut-size-14 flex h-full flex-col items-start gap-2 overflow-hidden p-4 sm:p-5"
    >
      <TypeBadge type={type} />
      <bdi
        translate="no"
        className="font-display text-lg leading-tight font-semibold wrap-anywhere"
      >
        {discordUsername}
      </bdi>
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {description}
      </span>
      <span className="mt-auto text-sm text-muted">
        {[ageText(age), ...languages.map(languageName)].join(' · ')}
      </span>
    </Link>
  )
}

interface NewestProps<Entry> {
  readonly list: ServerData<readonly Entry[]>
  readonly columns: string
  /** The most entries shown. */
  readonly count: number
  readonly renderEntry: (entry: Entry) => ReactNode
  readonly placeholder: ReactNode
  readonly loading: string
  readonly failure: Readonly<Record<'title' | 'text' | 'offlineText', string>>
  /** Shown when the list is empty. */
  readonly none: ReactElement
}

function Newest<Entry extends { readonly id: string }>(props: NewestProps<Entry>) {
  const { columns, count, renderEntry, placeholder, loading, failure, none } = props
  const { state, isFetching, refetch } = props.list
  if (state.status === 'failed') {
    return (
      <LoadFailure {...failure} isFetching={isFetching} onRetry={refetch} className="max-w-2xl" />
    )
  }
  if (state.status === 'waiting') {
    return (
      <>
        <LoadingText>{loading}</LoadingText>
        <div aria-hidden="true" className={`grid ${columns}`}>
          {Array.from({ length: count }, (_, place) => (
            <div key={place}>{placeholder}</div>
          ))}
        </div>
      </>
    )
  }
  if (state.value.length === 0) return none
  return (
    <ul className={`grid ${columns}`}>
      {state.value.slice(0, count).map((each) => (
        <li key={each.id}>{renderEntry(each)}</li>
      ))}
    </ul>
  )
}
