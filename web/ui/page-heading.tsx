import type { ReactNode } from 'react'

interface PageHeadingProps {
  readonly title: ReactNode
  /** A short line above the title: the part of the site, a step. */
  readonly eyebrow?: ReactNode
  readonly lead?: ReactNode
}

/** The heading of level 1 that every page has once. */
export function PageHeading({ title, eyebrow, lead }: PageHeadingProps) {
  return (
    <header className="mb-8 sm:mb-12">
      {eyebrow && <p className="eyebrow mb-3">{eyebrow}</p>}
      <h1 className="text-4xl max-[22.5rem]:text-3xl sm:text-5xl">{title}</h1>
      {lead && <p className="mt-4 max-w-2xl text-lg text-balance text-muted">{lead}</p>}
    </header>
  )
}
