import { classNames } from './class-names.ts'

/** Holds the place of something that is loading; say so beside it with a Spinner's label. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />
}
