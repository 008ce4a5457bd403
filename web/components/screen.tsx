import type { ReactNode } from 'react'

interface ScreenProps {
  readonly title: string
  readonly eyebrow?: string
  readonly text: string
  readonly picture?: ReactNode
  /** What can be done from here: links or buttons. */
  readonly children: ReactNode
}

/** A page that is one message: not found, coming soon, broken. */
export function Screen({ title, eyebrow, text, picture, children }: ScreenProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:gap-14 lg:py-16">
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
