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
