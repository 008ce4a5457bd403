import { createContext, use } from 'react'
import type { Drawing } from './drawing.ts'

/** The drawings that the shown text names. */
export const DrawingsContext = createContext<Readonly<Record<string, Drawing>>>({})

interface NamedDrawingProps {
  readonly name: string
  /** Left out for decoration. */
  readonly label?: string
}

/** A drawing that a text names. The build has made sure that it exists. */
export function NamedDrawing({ name, ...rest }: NamedDrawingProps) {
  const DrawingOfName = use(DrawingsContext)[name]
  return DrawingOfName ? <DrawingOfName {...rest} /> : null
}
