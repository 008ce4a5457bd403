import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface BadgeProps {
  readonly tone?: 'neutral' | 'crystal' | 'amber' | 'loss'
  readonly children: ReactNode
  readonly className?: string
}

const tones = {
  neutral: 'bg-raised text-muted',
  crystal: 'bg-crystal text-crystal-ink',
  amber: 'bg-amber-deep text-amber',
  loss: 'bg-loss-deep text-loss',
}

/** A short label, cut like a gear tag. */
export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return <span className={classNames('badge', tones[tone], className)}>{children}</span>
}

const krAmount = /((?:[+−]?[\d\s.,]*\d\s)?\bKr\b)/

/** A text in the display face; its Kr, with their amount, stand in the face where they read as such. */
export function KrText({ children }: { readonly children: string }) {
  const [before, amount, ...after] = children.split(krAmount)
  // One element, so that it is one item of a flex box.
  return (
    <span>
      {before}
      {amount && <span className="kr">{amount}</span>}
      {after.join('')}
    </span>
  )
}
