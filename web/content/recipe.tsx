import type { ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { NamedDrawing } from './named-drawing.tsx'

/** What is needed and what comes out, as cards. */
export function Recipe({ children }: { readonly children: ReactNode }) {
  return <ul className="recipe">{children}</ul>
}

interface IngredientProps {
  readonly count: string
  readonly drawing: string
  readonly children: ReactNode
}

export function Ingredient({ count, drawing, children }: IngredientProps) {
  return (
    <li className="recipe-item cut cut-size-14">
      <NamedDrawing name={drawing} />
      <span>
        <b>{count}&nbsp;×</b> {children}
      </span>
    </li>
  )
}

type ProductProps = Omit<IngredientProps, 'count'>

export function Product({ drawing, children }: ProductProps) {
  return (
    <li className="recipe-product">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="recipe-arrow">
        <path d="M4 12h15M13 6l6 6-6 6" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="recipe-item cut cut-size-14 cut-line-crystal">
        <NamedDrawing name={drawing} />
        <span>
          <span className="sr-only">{m.documents_recipe_makes()} </span>
          <b>{children}</b>
        </span>
      </span>
    </li>
  )
}
