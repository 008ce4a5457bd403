import { loadScript, type PayPalNamespace } from '@paypal/paypal-js'
import type { PaymentOptions } from '../../contract/checkout.ts'

/** What PayPal's script offers of hosted buttons; its published types do not know them. */
export interface HostedButtons {
  readonly HostedButtons: (options: {
    readonly hostedButtonId: string
    readonly onApprove: () => void
  }) => { readonly render: (container: string) => Promise<void> }
}

/** Loads PayPal's script for the way of paying in use; rejects when it cannot be had. */
export async function loadPayPal(options: PaymentOptions): Promise<PayPalNamespace> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const namespace = await loadScript({
    clientId: options.clientId,
    components: options.driver === 'orders' ? 'buttons' : 'hosted-buttons',
    currency: options.currency,
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
