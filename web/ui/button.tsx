import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './loading.tsx'
import type { Elements } from './elements.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'medium' | 'large' | 'square'

export interface ButtonLook {
  readonly tone?: ButtonTone | undefined
  readonly size?: ButtonSize | undefined
}

const base =
  'cut cut-crystal inline-flex max-w-full items-center justify-center gap-2.5 font-display font-semibold leading-tight text-center transition-colors duration-150 select-none active:translate-y-px disabled:cursor-not-allowed disabled:text-muted disabled:cut-fill-raised disabled:cut-line-line aria-disabled:cursor-progress'

const tones: Record<ButtonTone, string> = {
  primary: 'button-primary text-crystal-ink cut-fill-crystal cut-line-crystal',
  secondary:
    'text-ink cut-fill-surface cut-line-line-strong enabled-hover:text-crystal enabled-hover:cut-line-crystal enabled-hover:cut-fill-crystal-deep',
  quiet:
    'text-muted cut-fill-transparent cut-line-transparent enabled-hover:text-ink enabled-hover:cut-fill-raised',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 py-2 cut-size-9',
  large: 'min-h-14 px-8 py-3 text-lg cut-size-13',
  square: 'size-11 shrink-0 cut-size-9',
}

/** The classes of a button, for elements that `Button` does not render, such as a router's link. */
export function buttonClass(look: ButtonLook & { readonly className?: string | undefined } = {}) {
  const { tone = 'primary', size = 'medium', className } = look
  return classNames(base, sizes[size], tones[tone], className)
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, ButtonLook {
  /** While true, the button keeps its focus and ignores presses. */
  readonly pending?: boolean
  readonly pendingLabel?: string
  readonly icon?: Elements
  readonly children?: string | Elements
}

/** A button. With `size="square"` it needs an `aria-label`. */
export function Button(props: ButtonProps) {
  const { tone, size, className, pending = false, pendingLabel, icon, children, ...rest } = props
  const label = pending ? (pendingLabel ?? children) : children
  return (
    <button
      type="button"
      {...rest}
      {...(pending && { 'aria-disabled': true, 'aria-busy': true, onClick: ignorePress })}
      className={buttonClass({ tone, size, className })}
    >
      {pending ? <Spinner /> : icon}
      {typeof label === 'string' ? <span>{label}</span> : label}
    </button>
  )
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault()
}
