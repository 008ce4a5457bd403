import { siteConfig } from '#site/community.ts'
import { StartPicture } from '#web/art/start-picture.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { TileFrame } from '#web/ui/tile.tsx'

/** The four ways that visitors mostly look for. */
export function StartTiles() {
  return (
    <section aria-labelledby="start" className="mx-auto w-full max-w-6xl px-4 pt-12 sm:px-6">
      <h2 id="start" className="mb-6 text-3xl">
        {m.home_tiles_title()}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TileFrame
          href={paths.donation()}
          linkAs={Link}
          title={m.home_tile_donation()}
          text={m.home_tile_donation_text()}
          picture={<StartPicture name="priority-queue" isLow />}
        />
        <TileFrame
          href={paths.servers()}
          linkAs={Link}
          title={m.home_tile_server()}
          text={m.home_tile_server_text()}
          picture={<StartPicture name="server" isLow />}
        />
        <TileFrame
          href={paths.rules()}
          linkAs={Link}
          title={m.home_tile_rules()}
          text={m.home_tile_rules_text()}
          picture={<StartPicture name="rules" isLow />}
        />
        <TileFrame
          href={siteConfig.discordInviteUrl}
          title={m.home_tile_discord()}
          text={m.home_tile_discord_text()}
          picture={<StartPicture name="discord" isLow />}
        />
      </div>
    </section>
  )
}
