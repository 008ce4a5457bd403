import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title?: ReactNode
  readonly tone?: 'plain' | 'crystal'
}

const tones = { plain: '', crystal: 'cut-line-crystal' }

/** A surface with one cut corner; with a title it is a section with a heading of level 2. */
export function Panel({ title, tone = 'plain', className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={classNames('cut cut-size-20 p-5 sm:p-7', tones[tone], className)}>
      {title && <h2 className="mb-5 pr-4 text-xl">{title}</h2>}
      {children}
    </section>
  )
}
