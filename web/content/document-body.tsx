import type { ComponentProps } from 'react'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { foreignLanguage, type WrittenDocument } from './document.ts'
import { Ingredient, Product, Recipe } from './recipe.tsx'
import { Video } from './video.tsx'
import { DrawingsContext, NamedDrawing } from './named-drawing.tsx'

// What elements of the text are drawn by; the build makes the last five (`document-rules.ts`).
const components = {
  a: TextLink,
  h2: HeadingTwo,
  h3: HeadingThree,
  table: Table,
  drawing: Figure,
  video: Video,
  recipe: Recipe,
  ingredient: Ingredient,
  product: Product,
}

/** The text itself. */
export function DocumentBody({ document }: { readonly document: WrittenDocument }) {
  const { Body, drawings } = document
  return (
    <DrawingsContext value={drawings}>
      <div lang={foreignLanguage(document)} className="document">
        <Body components={components} />
      </div>
    </DrawingsContext>
  )
}

/** Within the page the browser follows the link itself, to other sites it leaves ours. */
function TextLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  if (href.startsWith('/')) {
    return (
      <Link {...rest} href={href}>
        {children}
      </Link>
    )
  }
  return (
    <a {...rest} href={href} rel="noopener">
      {children}
    </a>
  )
}

function HeadingTwo({ id, children }: ComponentProps<'h2'>) {
  return (
    <h2 id={id}>
      <a href={`#${id}`}>{children}</a>
    </h2>
  )
}

function HeadingThree({ id, children }: ComponentProps<'h3'>) {
  return (
    <h3 id={id}>
      <a href={`#${id}`}>{children}</a>
    </h3>
  )
}

/** Wide tables scroll by themselves; the keyboard can reach what is hidden. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure aria-label={m.documents_table()} tabIndex={0} className="document-table">
      <table>{children}</table>
    </figure>
  )
}

interface FigureProps {
  readonly drawing: string
  readonly label: string
}

function Figure({ drawing, label }: FigureProps) {
  return (
    <figure>
      <NamedDrawing name={drawing} label={label} />
    </figure>
  )
}
