import { Notice } from '#web/ui/notice.tsx'

interface FormFailureProps {
  readonly title: string
  /** Null while nothing has failed that is not the fault of a field. */
  readonly failure: string | null
  readonly className?: string
}

/** Why a form was not sent; a fault of a field stands at the field. */
export function FormFailure({ title, failure, className }: FormFailureProps) {
  if (failure === null) return null
  return (
    <Notice live tone="error" title={title} className={className}>
      {failure}
    </Notice>
  )
}
