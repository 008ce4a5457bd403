import { useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PayPalPlace, type PayPalPlaceProps } from './paypal-place.tsx'

/** PayPal's own button, with another try when its script does not come. */
export function PayPalButton(props: Omit<PayPalPlaceProps, 'onDrawn' | 'onFailed'>) {
  const [phase, setPhase] = useState<'loading' | 'drawn' | 'failed'>('loading')

  if (phase === 'failed') {
    return (
      <Notice
        live
        tone="error"
        action={
          <Button tone="secondary" onClick={() => setPhase('loading')}>
            {m.checkout_retry()}
          </Button>
        }
      >
        {m.checkout_paypal_unavailable()}
      </Notice>
    )
  }
  return (
    <div>
      {phase === 'loading' && (
        <p className="flex min-h-14 items-center gap-3 text-muted">
          <Spinner />
          {m.checkout_paypal_loading()}
        </p>
      )}
      <PayPalPlace
        {...props}
        onDrawn={() => setPhase('drawn')}
        onFailed={() => setPhase('failed')}
      />
    </div>
  )
}
