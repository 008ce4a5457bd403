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

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return <span className={classNames('badge', tones[tone], className)}>{children}</span>
}

const krAmount = /((?:[+−]?[\d\s.,]*\d\s)?\bKr\b)/

/** A text in the display face, with amounts of Kr in the other face, where the letters are legible as Kr. */
export function KrText({ children }: { readonly children: string }) {
  const [before, amount, ...after] = children.split(krAmount)
  if (!amount) return <span>{children}</span>
  // One element, so that a flex box treats it as one item.
  return (
    <span>
      <span>{before}</span>
      <span className="kr">{amount}</span>
      <span>{after.join('')}</span>
    </span>
  )
}
