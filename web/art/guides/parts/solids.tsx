import type { ReactNode } from 'react'

/** The colours of a solid's faces. In these pictures the light falls from the upper left. */
export interface Tones {
  readonly top: string
  readonly left: string
  readonly right: string
}

export const steel: Tones = { top: '#6f9480', left: '#426050', right: '#26392e' }
export const darkSteel: Tones = { top: '#426050', left: '#2a4034', right: '#18261e' }
export const amber: Tones = { top: '#ffd594', left: '#e09a35', right: '#8a5a17' }
export const wood: Tones = { top: '#a5834f', left: '#7d613f', right: '#4d3a24' }
export const loss: Tones = { top: '#ffb3a8', left: '#e05a4c', right: '#8a2b23' }

interface BlockProps {
  /** The foot of the edge nearest to the viewer. */
  readonly x: number
  readonly y: number
  /** Length along the right face, along the left face, and height. */
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly tones?: Tones
  /** Painted on each face, from its upper left corner and in its own units. */
  readonly onLeft?: ReactNode
  readonly onRight?: ReactNode
  /** Painted on top, from the left corner: x towards the viewer, y away to the right. */
  readonly onTop?: ReactNode
}

/** A block in the projection of the crate: both sides at 30°. */
export function Block(props: BlockProps) {
  const { x, y, width, depth, height, tones = steel, onLeft, onRight, onTop } = props
  const across = (length: number) => round(length * 0.866)
  const along = (length: number) => round(length * 0.5)
  const top = y - height
  const leftX = round(x - across(depth))
  const leftTop = round(top - along(depth))
  return (
    <>
      <path
        fill={tones.left}
        d={`M${x} ${y}l${-across(depth)} ${-along(depth)}v${-height}l${across(depth)} ${along(depth)}z`}
      />
      <path
        fill={tones.right}
        d={`M${x} ${y}l${across(width)} ${-along(width)}v${-height}l${-across(width)} ${along(width)}z`}
      />
      <path
        fill={tones.top}
        d={`M${x} ${top}l${-across(depth)} ${-along(depth)} ${across(width)} ${-along(width)} ${across(depth)} ${along(depth)}z`}
      />
      {onLeft && <g transform={`matrix(.866 .5 0 1 ${leftX} ${leftTop})`}>{onLeft}</g>}
      {onRight && <g transform={`matrix(.866 -.5 0 1 ${x} ${top})`}>{onRight}</g>}
      {onTop && <g transform={`matrix(.866 .5 .866 -.5 ${leftX} ${leftTop})`}>{onTop}</g>}
    </>
  )
}

interface ColumnProps {
  /** The middle of its foot. */
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly height: number
  readonly tones?: Tones
}

/** An upright octagonal column, of which three faces are visible. */
export function Column({ x, y, radius, height, tones = steel }: ColumnProps) {
  // Of an octagon with this radius: half its width, and half of one side.
  const wide = round(radius * 0.924)
  const narrow = round(radius * 0.383)
  const step = round(wide - narrow)
  const near = round(wide / 2)
  const far = round(narrow / 2)
  const rise = round(near - far)
  const side = (from: number, width: number, drop: number, startDrop: number) =>
    `M${round(x + from)} ${round(y + startDrop)}l${width} ${drop}v${-height}l${-width} ${-drop}z`
  return (
    <>
      <path fill={tones.left} d={side(-wide, step, rise, far)} />
      <path fill={tones.left} d={side(-narrow, narrow * 2, 0, near)} />
      <path fill={tones.right} opacity=".5" d={side(-narrow, narrow * 2, 0, near)} />
      <path fill={tones.right} d={side(narrow, step, -rise, near)} />
      <path
        fill={tones.top}
        d={`M${round(x - wide)} ${round(y - height - far)}l${step} ${-rise}h${narrow * 2}l${step} ${rise}v${far * 2}l${-step} ${rise}h${-narrow * 2}l${-step} ${-rise}z`}
      />
    </>
  )
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
