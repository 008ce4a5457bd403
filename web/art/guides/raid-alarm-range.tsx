import type { ComponentProps } from 'react'
import { PictureFrame, Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import alarmRange from './parts/alarm-range.svg?raw'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'

/** A base on the map with an alarm in its middle, the alarm's range, and two attacks. */
export function RaidAlarmRange({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="block max-w-xl">
      <PictureFrame>
        <Shapes svg={alarmRange} />
        <text
          x="236"
          y="113"
          textAnchor="middle"
          className="fill-crystal-bright font-display text-[17px] font-bold"
        >
          {m.drawing_range_distance()}
        </text>
      </PictureFrame>
      <span className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-ink">
        <Key caption={m.drawing_range_alarm()} fill="#6bff4d" />
        <Key caption={m.drawing_range_noticed()} fill="#ff7566" />
        <Key caption={m.drawing_range_missed()} fill="#0a110d" stroke="#9db3a5" strokeWidth="2" />
      </span>
    </DrawingBox>
  )
}

function Key({ caption, ...mark }: ComponentProps<'path'> & { readonly caption: string }) {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="-10 -10 20 20" aria-hidden="true" className="size-4 shrink-0">
        <path {...mark} d="m0-9 7 9-7 9-7-9z" />
      </svg>
      <span>{caption}</span>
    </span>
  )
}
