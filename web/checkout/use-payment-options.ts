import { useEffect, useState } from 'react'
import type { PaymentOptions } from '#contract/checkout.ts'
import { checkoutApi } from './checkout-api.ts'

interface LoadedOptions {
  readonly options: PaymentOptions | null
  readonly hasFailed: boolean
}

export interface PaymentOptionsState extends LoadedOptions {
  readonly retry: () => void
}

const waiting: LoadedOptions = { options: null, hasFailed: false }

/** How payments are made here, asked once when the page opens and again on request. */
export function usePaymentOptions(): PaymentOptionsState {
  const [loaded, setLoaded] = useState(waiting)

  useEffect(() => {
    void loadOptions(setLoaded)
  }, [])

  return {
    ...loaded,
    retry: () => {
      setLoaded(waiting)
      void loadOptions(setLoaded)
    },
  }
}

async function loadOptions(show: (loaded: LoadedOptions) => void): Promise<void> {
  const answer = await checkoutApi.fetchPaymentOptions()
  show({ options: answer.ok ? answer.value : null, hasFailed: !answer.ok })
}
