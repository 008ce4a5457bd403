import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Elements } from './elements.ts'

interface PageHeadingProps {
  readonly title: ReactNode
  /** A short line above the title, such as the part of the site or a step. */
  readonly eyebrow?: ReactNode
  readonly lead?: ReactNode
}

/** The one `<h1>` of a page. */
export function PageHeading({ title, eyebrow, lead }: PageHeadingProps) {
  return (
    <header className="mb-8 sm:mb-12">
      {eyebrow && <p className="eyebrow mb-3">{eyebrow}</p>}
      <h1 className="text-4xl max-[22.5rem]:text-3xl sm:text-5xl">{title}</h1>
      {lead && <p className="mt-4 max-w-2xl text-lg text-balance text-muted">{lead}</p>}
    </header>
  )
}

interface ScreenProps {
  readonly title: string
  readonly eyebrow?: string
  readonly text: string
  readonly picture?: ReactNode
  readonly children: ReactNode
}

/** A page that is a single message: not found, coming soon, broken. */
export function Screen({ title, eyebrow, text, picture, children }: ScreenProps) {
  return (
    <div className="page grid flex-1 items-center gap-8 lg:grid-cols-2 lg:gap-14">
      {picture && <div className="lg:order-2">{picture}</div>}
      <div className="min-w-0">
        {eyebrow && <p className="eyebrow mb-3">{eyebrow}</p>}
        <h1 className="text-3xl min-[24rem]:text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-5 max-w-xl text-lg text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  )
}

interface PanelProps extends Omit<ComponentProps<'section'>, 'title' | 'children'> {
  readonly title?: ReactNode
  readonly tone?: 'plain' | 'crystal'
  readonly children: Elements
}

const tones = { plain: '', crystal: 'cut-line-crystal' }

/** A surface with one cut corner. With a title it is a section with an `<h2>`. */
export function Panel({ title, tone = 'plain', className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={classNames('cut cut-size-20 p-5 sm:p-7', tones[tone], className)}>
      {title && <h2 className="mb-5 pr-4 text-xl">{title}</h2>}
      {children}
    </section>
  )
}

export function NumberedSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="space-y-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center border border-line-strong font-display text-sm font-bold text-crystal"
          >
            {index + 1}
          </span>
          <span className="text-muted">{step}</span>
        </li>
      ))}
    </ol>
  )
}
