import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { toastFailure } from './toasts.ts'

/**
 * The code of a dialog. It loads after the page and not when the dialog opens, so that this works
 * without a network too. Null until then; opening tries again what has failed, and a toast says so
 * if it fails again. `load` must be the same function in each render.
 */
export function useLoadedDialog<Part>(
  load: () => Promise<Part>,
  isOpen: boolean,
  close: () => void,
): Part | null {
  const [part, setPart] = useState<{ readonly value: Part } | null>(null)
  const fail = useEffectEvent(() => {
    close()
    toastFailure(m.dialog_failed_title(), m.dialog_failed_text())
  })

  useEffect(() => {
    let isCurrent = true
    load().then(
      (value) => setPart({ value }),
      () => {
        if (isOpen && isCurrent) fail()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [load, isOpen])
  return part?.value ?? null
}
