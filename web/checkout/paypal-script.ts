import { loadScript, type PayPalNamespace } from '@paypal/paypal-js'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'

/** What PayPal's script offers of hosted buttons; its published types do not know them. */
export interface HostedButtons {
  readonly HostedButtons: (options: {
    readonly hostedButtonId: string
    readonly onApprove: () => void
  }) => { readonly render: (container: string) => Promise<void> }
}

// PayPal knows languages only with a country, and falls back to the browser's for all others.
const payPalLocales: Readonly<Record<Language, string>> = {
  fr: 'fr_FR',
  en: 'en_GB',
  ru: 'ru_RU',
  es: 'es_ES',
}

/** Loads PayPal's script for the way of paying in use; rejects when it cannot be had. */
export async function loadPayPal(options: PaymentOptions): Promise<PayPalNamespace> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const namespace = await loadScript({
    clientId: options.clientId,
    components: options.driver === 'orders' ? 'buttons' : 'hosted-buttons',
    currency: options.currency,
    locale: payPalLocales[getLocale()],
    sdkBaseUrl: `${options.scriptOrigin}/sdk/js`,
    ...(nonce && { dataCspNonce: nonce }),
  })
  if (!namespace) throw new Error('PayPal needs a browser')
  return namespace
}

export function hasHostedButtons(
  namespace: PayPalNamespace,
): namespace is PayPalNamespace & HostedButtons {
  return 'HostedButtons' in namespace && typeof namespace.HostedButtons === 'function'
}
