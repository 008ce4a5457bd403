import { Suspense, createElement, use } from 'react'
import { Item, Scene } from '#web/art/guides/parts/drawing-box.tsx'
import type * as Drawn from './drawings.ts'

type Drawings = ReadonlyMap<string, (typeof Drawn.drawings)[keyof typeof Drawn.drawings]>

let loadedDrawings: Drawings | undefined
let loadingDrawings: Promise<Drawings> | undefined

/**
 * Loads all drawings: they are one file, which only texts with a drawing need. The server has them
 * from its start; a page that it rendered stays as it is until the browser has them too.
 */
export function loadDrawings(): Promise<Drawings> {
  loadingDrawings ??= import('./drawings.ts').then(({ drawings }) => {
    loadedDrawings = new Map(Object.entries(drawings))
    return loadedDrawings
  })
  return loadingDrawings
}

interface NamedDrawingProps {
  readonly name: string | undefined
  /** Left out in a recipe, whose words name the item. */
  readonly label?: string | undefined
}

export function NamedDrawing(props: NamedDrawingProps) {
  return (
    <Suspense fallback={null}>
      <LoadedDrawing {...props} />
    </Suspense>
  )
}

function LoadedDrawing({ name = '', label }: NamedDrawingProps) {
  const drawings = loadedDrawings ?? use(loadDrawings())
  const drawing = drawings.get(name)
  if (drawing === undefined) return null
  if (typeof drawing === 'string') {
    return label === undefined ? <Item svg={drawing} /> : <Scene svg={drawing} label={label} />
  }
  return createElement(drawing, { label })
}
