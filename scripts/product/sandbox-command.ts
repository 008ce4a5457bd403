import { catalogue } from '#site/catalogue.ts'
import { toDecimal } from '#domain/money.ts'
import { packs } from '#site/packs.ts'
import { gameServer, siteConfig } from '#site/community.ts'

/** The packs as the site's owner would have made them at Stripe. */
export const stripePrices = packs.map(({ priceId, amount, bonus, priceCents }) => ({
  priceId,
  name: bonus > 0 ? `${amount} Kr + ${bonus} Kr bonus` : `${amount} Kr`,
  unitAmountCents: priceCents,
  currency: 'usd',
}))

/** The game server as the site's owner would have named it in the game's own list. */
export const playedGameServer = {
  name: `${gameServer.name} | Raid & Build | FR EN RU ES`,
  map: siteConfig.map,
}

/**
 * How the sandbox is started: for which product, and with what the site's owner would have made at
 * PayPal (hosted buttons) and at Stripe (prices).
 */
export function sandboxCommand(port: number, productOrigin: string): readonly string[] {
  const buttons = catalogue.offers.flatMap(({ name, priceCents, hostedButtonId }) =>
    hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimal(priceCents) }] : [],
  )
  return [
    'sandbox/main.ts',
    `--port=${port}`,
    `--product=${productOrigin}`,
    `--hosted-buttons=${JSON.stringify(buttons)}`,
    `--prices=${JSON.stringify(stripePrices)}`,
    `--game-server=${JSON.stringify(playedGameServer)}`,
  ]
}
