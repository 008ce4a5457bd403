import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shapesOf } from '#web/art/drawing.tsx'
import { ArmourTiers } from './gear-tiers.tsx'
import flagClaim from './flag-claim.svg?raw'
import heavyCharge from './heavy-charge.svg?raw'
import homemadeCharge from './homemade-charge.svg?raw'
import { Keycards } from './keycards.tsx'
import { Item, Scene, type DrawingProps } from './parts/drawing-box.tsx'
import { RaidAlarmRange } from './raid-alarm-range.tsx'
import { RaidTiers } from './raid-tiers.tsx'
import wire from './wire.svg?raw'

const drawings = { ArmourTiers, FlagClaim, Keycards, RaidAlarmRange, RaidTiers }

function FlagClaim({ label }: DrawingProps) {
  return <Scene svg={flagClaim} label={label} />
}

function Wire() {
  return <Item svg={wire} />
}

function render(Drawing: ComponentType<DrawingProps>, label?: string): string {
  return renderToStaticMarkup(<Drawing label={label} />)
}

function occurrences(markup: string, part: string): number {
  return markup.split(part).length - 1
}

test.each(Object.entries(drawings))('%s is a single image with its label', (_, Drawing) => {
  expect(render(Drawing, 'Five of them')).toMatch(/^<span role="img" aria-label="Five of them"/)
  expect(occurrences(render(Drawing, 'Five of them'), 'role=')).toBe(1)
})

test.each(Object.entries({ ...drawings, Wire }))(
  '%s without a label is decoration',
  (_, Drawing) => {
    expect(render(Drawing)).toMatch(/^<span aria-hidden="true"/)
    expect(render(Drawing)).not.toContain('role=')
  },
)

test.each(Object.entries({ ...drawings, Wire }))(
  '%s keeps to the content security policy',
  (_, Drawing) => {
    expect(render(Drawing)).not.toContain('style=')
  },
)

test('walls of three tiers take 2, 4 and 6 homemade charges, or 1, 2 and 3 heavy ones', () => {
  const markup = render(RaidTiers)
  const inTheKey = 1
  expect(occurrences(markup, shapesOf(homemadeCharge))).toBe(2 + 4 + 6 + inTheKey)
  expect(occurrences(markup, shapesOf(heavyCharge))).toBe(1 + 2 + 3 + inTheKey)
})

test('notches distinguish the keycards without their colour', () => {
  const cards = render(Keycards).split('<svg').slice(1)
  expect(cards.map((card) => occurrences(card, 'v6l-5 3v4l5 3'))).toEqual([1, 2, 3, 4, 5])
})

test('armour of a higher level has more crystals lit', () => {
  const vests = render(ArmourTiers).split('<svg').slice(1)
  expect(vests.map((vest) => occurrences(vest, 'fill="#6bff4d" stroke="#6bff4d"'))).toEqual([
    1, 2, 3, 4, 5,
  ])
})
