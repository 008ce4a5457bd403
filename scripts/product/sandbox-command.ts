import { createCatalogue } from '#domain/catalogue.ts'
import { toDecimal } from '#domain/money.ts'
import { siteConfig } from '#site/community.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { gameServer } from '#site/server.ts'

/** The game server as the site's owner would have named it in the game's own list. */
export const playedGameServer = {
  name: `${gameServer.name} | Raid & Build | FR EN RU ES`,
  map: siteConfig.map,
}

/** The sandbox's command: for which product, and with the owner's hosted buttons at PayPal. */
export function sandboxCommand(port: number, productOrigin: string): readonly string[] {
  const { offers } = createCatalogue(products, priceList)
  const buttons = offers.flatMap(({ name, priceCents, hostedButtonId }) =>
    hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimal(priceCents) }] : [],
  )
  return [
    'sandbox/main.ts',
    `--port=${port}`,
    `--product=${productOrigin}`,
    `--hosted-buttons=${JSON.stringify(buttons)}`,
    `--game-server=${JSON.stringify(playedGameServer)}`,
  ]
}
