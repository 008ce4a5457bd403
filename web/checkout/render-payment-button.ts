import type { PaymentOptions } from '#contract/checkout.ts'
import type { PayPalCallbacks } from './paypal-callbacks.ts'
import { hasHostedButtons, loadPayPal } from './paypal-script.ts'

export interface PaymentButton {
  readonly options: PaymentOptions
  readonly hostedButtonId: string
  readonly callbacks: PayPalCallbacks
  /** For the day on which hosted buttons tell of an approval; today's never do. */
  readonly onHostedApproval: () => void
}

/**
 * Draws PayPal's button into an element that is ours alone; answers how to take it away again.
 * Rejects when PayPal's script cannot be loaded or does not offer the button.
 */
export async function renderPaymentButton(
  container: HTMLElement,
  button: PaymentButton,
): Promise<() => void> {
  const paypal = await loadPayPal(button.options)
  if (button.options.driver === 'hosted') {
    if (!hasHostedButtons(paypal)) throw new Error('PayPal offers no hosted buttons')
    const { hostedButtonId, onHostedApproval } = button
    const hosted = paypal.HostedButtons({ hostedButtonId, onApprove: onHostedApproval })
    await hosted.render(`#${container.id}`)
    return () => container.replaceChildren()
  }
  if (!paypal.Buttons) throw new Error('PayPal offers no buttons')
  const buttons = paypal.Buttons({ ...button.callbacks, style: { layout: 'vertical' } })
  await buttons.render(container)
  return () => {
    // It rejects when the button's own window is already gone, which is what is wanted.
    buttons.close().catch(() => {})
    container.replaceChildren()
  }
}
