import { catalogue } from '../../catalogue.ts'
import { toDecimalEuros } from '../../domain/money.ts'

/**
 * How the sandbox is started: for which product, and with the hosted buttons that the site's owner
 * would have made at PayPal.
 */
export function sandboxCommand(port: number, productOrigin: string): readonly string[] {
  const buttons = catalogue.offers.flatMap(({ name, priceCents, hostedButtonId }) =>
    hostedButtonId ? [{ hostedButtonId, name, valueEuros: toDecimalEuros(priceCents) }] : [],
  )
  return [
    'sandbox/main.ts',
    `--port=${port}`,
    `--product=${productOrigin}`,
    `--hosted-buttons=${JSON.stringify(buttons)}`,
  ]
}
