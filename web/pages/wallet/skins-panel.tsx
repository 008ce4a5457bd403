import type { OwnedSkinView } from '#contract/kryptonite.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** What was bought with the Kr, and how it comes into the game. */
export function SkinsPanel({ skins }: { readonly skins: readonly OwnedSkinView[] }) {
  const isAnyWaiting = skins.some(({ deliveredAt }) => deliveredAt === null)
  return (
    <Panel title={m.wallet_skins_title()}>
      {skins.length === 0 && <NoSkins />}
      {isAnyWaiting && <NextStep />}
      {skins.length > 0 && (
        <ul
          aria-label={m.wallet_skins_label()}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-5"
        >
          {skins.map((skin) => (
            <li key={skin.id}>
              <SkinCard skin={skin} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NoSkins() {
  return (
    <>
      <p className="mb-4 text-muted">{m.wallet_skins_empty()}</p>
      <Link href={paths.shop()} className={buttonClass({ tone: 'secondary' })}>
        {m.wallet_skins_empty_link()}
      </Link>
    </>
  )
}

function NextStep() {
  return (
    <Notice
      tone="success"
      title={m.wallet_skins_next_title()}
      className="mb-6"
      action={
        <DiscordLink target="_blank" rel="noreferrer" className={buttonClass()}>
          <DiscordMark className="size-5" />
          {m.checkout_paid_link()}
        </DiscordLink>
      }
    >
      {m.wallet_skins_next_text()}
    </Notice>
  )
}

function SkinCard({ skin }: { readonly skin: OwnedSkinView }) {
  const { itemName, priceKr, imageUrl, boughtAt, deliveredAt } = skin
  return (
    <article className="flex h-full flex-col bg-raised">
      <img
        src={imageUrl}
        alt=""
        width={400}
        height={300}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full bg-ground object-contain"
      />
      <div className="flex flex-1 flex-col items-start gap-2 p-4">
        {deliveredAt === null ? (
          <Badge tone="amber">{m.wallet_skin_waiting()}</Badge>
        ) : (
          <Badge tone="crystal">{m.wallet_skin_delivered({ date: formatDate(deliveredAt) })}</Badge>
        )}
        <h3 className="text-lg break-words">{itemName}</h3>
        <p className="text-sm text-muted">
          {m.wallet_skin_bought({ date: formatDate(boughtAt), price: formatKr(priceKr) })}
        </p>
      </div>
    </article>
  )
}
