import { useState } from 'react'
import { readPaymentOptions } from '#contract/checkout.ts'
import { listSections, readSold, type SectionView } from '#contract/site.ts'
import { readProductFilters, productsAddress, sectionAddress } from '#web/admin-kit/address.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { LoadedSection, ViewNavigation } from '#web/admin-kit/section-parts.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshEdits, useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { useAddressFilters } from '#web/app/navigation.ts'
import { subscribeToSite } from '#web/app/site.ts'
import { EditHistory } from '#web/admin-kit/edit-history.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PackList } from './admin-packs.tsx'
import { ProductList } from './admin-product-list.tsx'
import {
  changedSections,
  readShop,
  restoreSection,
  withRestored,
  type Shop,
  type ShopSection,
} from './admin-shop-sections.ts'
import { sectionText } from './admin-shop-words.ts'

/** What is sold for money: donations and packs of Kr. The skins have a section of their own. */
export function ProductsSection() {
  const [{ list, open }, change] = useAddressFilters(readProductFilters, productsAddress)
  const sections = useAdminQuery(listSections)
  const sold = useAdminQuery(readSold)
  const options = useAdminQuery(readPaymentOptions)
  // All at once: rows that grow later would move under a hand.
  const isReady = options.value !== null && (sold.value !== null || sold.failure !== null)
  const failure = sections.failure ?? options.failure
  useLiveRefresh(sections.refresh, subscribeToSite)
  const onOpen = (next: string | null): void => change({ list, open: next })
  return (
    <section>
      <h2 className="sr-only">{m.admin_products()}</h2>
      <ViewNavigation
        label={m.admin_products_views()}
        current={list}
        views={[
          { id: 'donations', label: m.admin_products_donations() },
          { id: 'packs', label: m.admin_products_packs() },
          { id: 'skins', label: m.admin_shop_section_title() },
        ]}
        addressOf={(id) =>
          id === 'skins' ? sectionAddress('shop') : productsAddress({ list: id })
        }
      />
      <LoadedSection
        title={list === 'packs' ? m.admin_products_packs() : m.admin_products_donations()}
        lead={list === 'packs' ? m.admin_packs_lead() : m.admin_products_lead()}
        level={3}
        loaded={{
          ...sections,
          value: isReady ? sections.value : null,
          failure,
          isLoading: sections.isLoading || (!isReady && failure === null),
          reload: () => [sections, options, sold].forEach(({ reload }) => reload()),
        }}
        skeletons={<Skeleton className="h-96" />}
      >
        {(views) => {
          const shop = readShop(views)
          if (!shop) return <Notice tone="warning">{m.admin_products_unreadable()}</Notice>
          return list === 'packs' ? (
            <>
              <PackList shop={shop} sold={sold.value} open={open} onOpen={onOpen} />
              <ShopHistory shop={shop} views={views} sections={['packs']} />
            </>
          ) : (
            <>
              <ProductList
                shop={shop}
                sold={sold.value}
                isHosted={options.value?.driver === 'hosted'}
                open={open}
                onOpen={onOpen}
              />
              <ShopHistory
                shop={shop}
                views={views}
                sections={['products', 'prices', 'productTexts']}
              />
            </>
          )
        }}
      </LoadedSection>
    </section>
  )
}

interface ShopHistoryProps {
  readonly shop: Shop
  readonly views: readonly SectionView[]
  readonly sections: readonly [ShopSection, ...ShopSection[]]
}

/** Who has saved what; an earlier version comes back as far as it fits what is sold now. */
function ShopHistory({ shop, views, sections }: ShopHistoryProps) {
  const [section, choose] = useState(sections[0])
  const fileValue = views.find((view) => view.section === section)?.fileValue
  const restore = (value: unknown) => restoreSection(shop, { section, fileValue }, value)
  const isAsInFile =
    Object.keys(changedSections(shop, withRestored(shop, section, fileValue))).length === 0
  return (
    <>
      {sections.length > 1 && (
        <div className="mt-10 -mb-6">
          <RadioFilter
            label={m.admin_products_history_of()}
            values={sections}
            labelOf={(one) => m.admin_products_part({ part: one })}
            value={section}
            onChange={choose}
          />
        </div>
      )}
      <EditHistory
        key={section}
        name={`site/${section}`}
        textOf={(value) => wordsOf(shop, section, value)}
        fileValue={fileValue}
        resetKind="file"
        onReset={isAsInFile ? null : () => restore(null)}
        onRestore={restore}
        faultOf={failureText}
        onChanged={refreshEdits}
      />
    </>
  )
}

/** An earlier value of a section, with the names that its products have now. */
function wordsOf(shop: Shop, section: ShopSection, value: unknown): string {
  try {
    return sectionText(withRestored(shop, section, value), section)
  } catch {
    return ''
  }
}
