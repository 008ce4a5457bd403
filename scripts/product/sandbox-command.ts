import { offers } from '../../domain/catalogue.ts'
import { toDecimalEuros } from '../../domain/money.ts'
import { siteConfig } from '../../site.config.ts'

/**
 * How the sandbox is started: for which product, and with the hosted buttons that the site's owner
 * would have made at PayPal.
 */
export function sandboxCommand(port: number, productOrigin: string): readonly string[] {
  const buttonIds: Readonly<Record<string, string | undefined>> = siteConfig.hostedButtonIds
  const buttons = offers.flatMap(({ key, name, priceCents }) => {
    const hostedButtonId = buttonIds[key]
    return hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimalEuros(priceCents) }] : []
  })
  return [
    'sandbox/main.ts',
    `--port=${port}`,
    `--product=${productOrigin}`,
    `--hosted-buttons=${JSON.stringify(buttons)}`,
  ]
}
