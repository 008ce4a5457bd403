import { m } from '../../i18n/paraglide/messages.js'
import type { Toast, ToastTone } from '../../toast-list.ts'
import { dismiss, pauseToasts, resumeToasts, useToasts } from '../../toasts.ts'
import { ToastCard } from '../../ui/toast-card.tsx'
import type { MessageTone } from '../../ui/tone-mark.tsx'

const cardTones: Readonly<Record<ToastTone, MessageTone>> = {
  default: 'info',
  success: 'success',
  destructive: 'error',
}

/** The corner where short messages appear. They wait while someone points at one or has the focus in one. */
export function Toaster() {
  const toasts = useToasts()
  return (
    // Pointer and focus only make the messages wait; nothing is operated by them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={m.toast_region()}
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
      className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-end sm:left-auto sm:w-96 print:hidden"
    >
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const { id, open, title, description, tone = 'default' } = toast
  return (
    <div
      role={tone === 'destructive' ? 'alert' : undefined}
      inert={!open}
      data-open={open}
      className="toast-row pointer-events-auto"
    >
      <div className="min-h-0 overflow-hidden">
        <ToastCard
          tone={cardTones[tone]}
          title={title}
          text={description}
          closeLabel={m.toast_close()}
          onClose={() => dismiss(id)}
        />
      </div>
    </div>
  )
}
