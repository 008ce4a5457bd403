import type { ReactNode } from 'react'
import { relativeLuminance, toHexColor, type RgbColor } from '#domain/color.ts'
import { Shapes } from '#web/art/drawing.tsx'
import survivor from '#web/art/survivor.svg?raw'
import day from '#web/art/tag-day.svg?raw'
import night from '#web/art/tag-night.svg?raw'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'

export type TagKind = 'clan' | 'name'

interface TagPreviewProps {
  readonly kind: TagKind
  /** The clan's tag or the player's name; while it is blank an example is shown. */
  readonly text: string
  readonly color: RgbColor
}

/**
 * A tag above a player's head and in the chat, by night and by day. With enough room the two scenes
 * are side by side.
 */
export function TagPreview({ kind, text, color }: TagPreviewProps) {
  const hex = toHexColor(color)
  const parts = nameParts(kind, text.trim(), hex)
  return (
    <div className="@container">
      <p className="sr-only">{m.tag_preview_label({ text: wholeName(parts), color: hex })}</p>
      <div className="grid gap-3 @lg:grid-cols-2">
        <TagScene ground={night} caption={m.tag_preview_night()} parts={parts} />
        <TagScene ground={day} caption={m.tag_preview_day()} parts={parts} />
      </div>
      <div aria-live="polite">
        {isHardToReadAtNight(color) && (
          <Notice tone="warning" className="mt-3">
            {m.tag_hard_to_read()}
          </Notice>
        )}
      </div>
    </div>
  )
}

const defaultNameColor = '#ffffff'

/** A piece of a name as the game shows it, in a colour. */
type NamePart = readonly [text: string, fill: string]

function nameParts(kind: TagKind, text: string, hex: string): readonly NamePart[] {
  if (kind === 'name') return [[text || m.tag_preview_name(), hex]]
  const clan = `[${text || m.tag_preview_clan()}] `
  return [
    [clan, hex],
    [m.tag_preview_name(), defaultNameColor],
  ]
}

function wholeName(parts: readonly NamePart[]): string {
  return parts.map(([text]) => text).join('')
}

interface TagSceneProps {
  /** The text of a drawing. */
  readonly ground: string
  readonly caption: string
  readonly parts: readonly NamePart[]
}

function TagScene({ ground, caption, parts }: TagSceneProps) {
  const whole = wholeName(parts)
  const name = parts.map(([text, fill]) => (
    <tspan key={text} fill={fill}>
      {text}
    </tspan>
  ))
  return (
    <figure className="relative">
      <svg viewBox="0 10 320 136" aria-hidden="true" className="block w-full border border-line">
        <Shapes svg={ground} />
        <Shapes svg={survivor} transform="translate(232 140)" />
        <OutlinedText x={232} y={32} size={fittingSize(whole, 164, 17)} anchor="middle">
          {name}
        </OutlinedText>
        <OutlinedText x={12} y={118} size={fittingSize(whole, 180, 13)} anchor="start">
          {name}
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

interface OutlinedTextProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly anchor: 'start' | 'middle'
  readonly children: ReactNode
}

/** Games outline every letter in a dark colour, which keeps names legible on any background. */
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

/**
 * Widths of bold letters as shares of their size, rounded up for each group, so that no name
 * overflows its picture.
 */
const letterWidths = [
  { letters: /[ .,:;'|!()[\]{}ijlI1ftr]/, width: 0.45 },
  { letters: /[a-zà-ÿа-шъ-яё0-9_-]/, width: 0.68 },
  { letters: /[A-LN-VX-ZÀ-ÞА-ЕЗ-ЛН-ТУХЦЧЪЬЭЯ]/, width: 0.78 },
] as const
const widestLetter = 1.05

/** The size at which a line of text fits a width; `largest` for short ones. In units of the drawing. */
export function fittingSize(text: string, width: number, largest: number): number {
  const widthAtSizeOne = text
    .split('')
    .map(
      (letter) => letterWidths.find(({ letters }) => letters.test(letter))?.width ?? widestLetter,
    )
    .reduce((sum, letterWidth) => sum + letterWidth, 0)
  return Math.min(largest, width / Math.max(1, widthAtSizeOne))
}

/** The background of most names at night: sky and forest of the island. */
const nightGround: RgbColor = { r: 13, g: 26, b: 22 }

/** The contrast that WCAG requires for large text. https://www.w3.org/TR/WCAG22/#contrast-minimum */
const readableRatio = 3

/** Whether a name in this colour is illegible at night. */
export function isHardToReadAtNight(color: RgbColor): boolean {
  return contrastRatio(color, nightGround) < readableRatio
}

function contrastRatio(first: RgbColor, second: RgbColor): number {
  const [darker = 0, brighter = 0] = [relativeLuminance(first), relativeLuminance(second)].toSorted(
    (one, other) => one - other,
  )
  return (brighter + 0.05) / (darker + 0.05)
}
