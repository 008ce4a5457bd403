import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title?: ReactNode
  /** Small print beside the title, set like a label on survival gear. */
  readonly tag?: ReactNode
  readonly tone?: 'plain' | 'crystal'
}

const tones = { plain: '', crystal: 'cut-line-crystal' }

/** A surface with one cut corner; with a title it is a section with a heading of level 2. */
export function Panel({ title, tag, tone = 'plain', className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={classNames('cut cut-size-20 p-5 sm:p-7', tones[tone], className)}>
      {(title || tag) && (
        <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pr-4">
          {title && <h2 className="text-xl">{title}</h2>}
          {tag && <span className="tag-print">{tag}</span>}
        </header>
      )}
      {children}
    </section>
  )
}
