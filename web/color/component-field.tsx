import { useId } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { typedComponent } from './typed-color.ts'
import { useTyping } from './use-typing.ts'

interface ComponentFieldProps {
  readonly name: string
  /** The class that colours the slider. */
  readonly track: string
  /** From 0 to 255. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Red, green or blue: a slider to play with, and a field for who knows the number. */
export function ComponentField({ name, track, value, onChange }: ComponentFieldProps) {
  const sliderId = useId()
  const typing = useTyping(String(value), (text) => {
    const read = typedComponent(text)
    if (read !== null) onChange(read)
  })
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_4.5rem] items-center gap-x-3">
      <label htmlFor={sliderId} className="font-display font-semibold">
        {name}
      </label>
      <input
        id={sliderId}
        type="range"
        min="0"
        max="255"
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className={`h-11 w-full cursor-pointer disabled:cursor-not-allowed ${track}`}
      />
      <input
        {...typing}
        type="text"
        inputMode="numeric"
        aria-label={m.color_component({ name })}
        autoComplete="off"
        maxLength={5}
        className="field text-center"
      />
    </div>
  )
}
