import type { ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { fittingSize } from './fitting-size.ts'
import { Survivor } from '#web/art/survivor.tsx'

/** A name as the game draws it: the clan's tag in front, or nothing. */
export interface TaggedName {
  readonly clan: string
  readonly clanFill: string
  readonly name: string
  readonly nameFill: string
}

interface TagSceneProps {
  readonly ground: ReactNode
  readonly caption: string
  readonly tagged: TaggedName
}

/** A player with his name over the head, and what he writes in the chat. */
export function TagScene({ ground, caption, tagged }: TagSceneProps) {
  const whole = `${tagged.clan}${tagged.name}`
  return (
    <figure className="relative">
      <svg viewBox="0 10 320 136" aria-hidden="true" className="block w-full border border-line">
        {ground}
        <g transform="translate(232 140)">
          <Survivor />
        </g>
        <OutlinedText x={232} y={32} size={fittingSize(whole, 164, 17)} anchor="middle">
          <NameParts tagged={tagged} />
        </OutlinedText>
        <OutlinedText x={12} y={118} size={fittingSize(whole, 180, 13)} anchor="start">
          <NameParts tagged={tagged} />
        </OutlinedText>
        <OutlinedText
          x={12}
          y={135}
          size={fittingSize(m.tag_preview_chat(), 180, 12)}
          anchor="start"
        >
          {m.tag_preview_chat()}
        </OutlinedText>
      </svg>
      <figcaption className="absolute top-2 left-2 bg-ground px-2 py-0.5 text-sm text-muted">
        {caption}
      </figcaption>
    </figure>
  )
}

function NameParts({ tagged }: { readonly tagged: TaggedName }) {
  return (
    <>
      {tagged.clan && <tspan fill={tagged.clanFill}>{tagged.clan}</tspan>}
      <tspan fill={tagged.nameFill}>{tagged.name}</tspan>
    </>
  )
}

interface OutlinedTextProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly anchor: 'start' | 'middle'
  readonly children: ReactNode
}

/** Games draw a dark edge around every letter, which keeps names readable in front of anything. */
function OutlinedText({ x, y, size, anchor, children }: OutlinedTextProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight="700"
      textAnchor={anchor}
      fill="#fff"
      stroke="#000"
      strokeWidth={size / 5}
      strokeOpacity=".7"
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {children}
    </text>
  )
}
