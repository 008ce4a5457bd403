import type { PerkView } from '#contract/perks.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { TagPicture } from '#web/art/tag-pictures.tsx'
import { TimedPicture } from '#web/art/timed-picture.tsx'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { PerkReminders } from '#web/features/perks/perk-reminders.tsx'
import { perksQuery } from '#web/features/perks/perks-api.ts'
import { RemindersPanel } from '#web/features/perks/reminders-panel.tsx'
import { ProductTile } from '#web/features/products/product-tile.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productsOf } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'

// Most of this page's code, and nothing is shown by it before the server has answered.
const loadCard = () => import('./perk-card.tsx')

export default function PerksPage() {
  const { state, isFetching, refetch } = useServerData(perksQuery)
  const perks = state.status === 'answered' ? state.value : []
  const card = useLoadedPart(loadCard, perks.length > 0)
  return (
    <div className="page">
      <PageHeading eyebrow={m.perks_eyebrow()} title={m.perks_title()} lead={m.perks_lead()} />
      <PerkReminders className="mb-8" />
      {(state.status === 'waiting' || (perks.length > 0 && card === null)) && <LoadingPerks />}
      {state.status === 'failed' && (
        <LoadFailure
          title={m.perks_failed_title()}
          text={m.perks_failed_text()}
          offlineText={m.offline_nothing_lost()}
          isFetching={isFetching}
          onRetry={refetch}
        />
      )}
      {state.status === 'answered' && perks.length === 0 && <NoPerks />}
      {perks.length > 0 && card !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
            {[...new Set(perks.map(({ steamId }) => steamId))].map((steamId) => (
              <PerksOfPlayer
                key={steamId}
                PerkCard={card.PerkCard}
                steamId={steamId}
                perks={perks.filter((perk) => perk.steamId === steamId)}
              />
            ))}
          </div>
          <aside className="grid content-start gap-8">
            <RemindersPanel />
            <BoughtElsewhere />
            <OrdersPanel />
          </aside>
        </div>
      )}
    </div>
  )
}

interface PerksOfPlayerProps extends Pick<Awaited<ReturnType<typeof loadCard>>, 'PerkCard'> {
  readonly steamId: string
  readonly perks: readonly PerkView[]
}

function PerksOfPlayer({ PerkCard, steamId, perks }: PerksOfPlayerProps) {
  const headingId = `perks-${steamId}`
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg wrap-anywhere">
        {m.player_for_steam_id({ steamId })}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {perks.map((perk) => (
          <PerkCard key={`${perk.perk} ${perk.startsAt}`} perk={perk} />
        ))}
      </div>
    </section>
  )
}

function NoPerks() {
  return (
    <div className="grid gap-10">
      <section>
        <h2 className="text-2xl">{m.perks_empty_title()}</h2>
        <p className="mt-3 mb-6 max-w-2xl text-muted">{m.perks_empty_text()}</p>
        <ul
          aria-label={m.perks_empty_tiles()}
          className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8"
        >
          {productsOf('timed').map((product) => (
            <ProductTile
              key={product.slug}
              product={product}
              title={productText(product).title}
              picture={<TimedPicture picture={product.picture} />}
            />
          ))}
          {productsOf('color-tag').map((product) => (
            <ProductTile
              key={product.slug}
              product={product}
              title={productText(product).title}
              picture={<TagPicture tag={product.tag} />}
            />
          ))}
        </ul>
      </section>
      <div className="grid gap-5 sm:grid-cols-2 lg:gap-8">
        <BoughtElsewhere />
        <OrdersPanel />
      </div>
    </div>
  )
}

/** Why a perk may be missing here, and how to find it. */
function BoughtElsewhere() {
  const { user } = useSession()
  return (
    <Panel title={m.perks_elsewhere_title()}>
      <p className="mb-4 text-muted">
        {user ? m.perks_elsewhere_player() : m.perks_elsewhere_visitor()}
      </p>
      {user ? (
        <ButtonLink href={paths.wallet()} tone="secondary">
          {m.steam_claim_button()}
        </ButtonLink>
      ) : (
        <DiscordSignIn tone="secondary" className="w-full px-3" />
      )}
    </Panel>
  )
}

function OrdersPanel() {
  return (
    <Panel title={m.perks_orders_title()}>
      <p className="mb-4 text-muted">{m.perks_orders_text()}</p>
      <ButtonLink href={paths.orders()} tone="secondary">
        {m.orders_title()}
      </ButtonLink>
    </Panel>
  )
}

/** A placeholder until the server has answered. */
function LoadingPerks() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <LoadingText>{m.perks_loading()}</LoadingText>
      <div className="grid gap-5">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
