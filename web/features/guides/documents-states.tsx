import { LoadFailure } from '#web/app/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Spinner } from '#web/ui/loading.tsx'

export function DocumentsLoading() {
  return (
    <div className="grid flex-1 place-items-center p-16 text-crystal">
      <Spinner label={m.page_loading()} className="size-10" />
    </div>
  )
}

interface DocumentsFailureProps {
  readonly isFetching: boolean
  readonly onRetry: () => Promise<unknown>
}

/** In the place of texts that could not be loaded. */
export function DocumentsFailure(props: DocumentsFailureProps) {
  return (
    <div className="page">
      <LoadFailure
        title={m.documents_failed_title()}
        text={m.documents_failed_text()}
        offlineText={m.documents_failed_offline()}
        className="max-w-2xl"
        {...props}
      />
    </div>
  )
}
