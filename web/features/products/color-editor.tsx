import { useId, useState, type ChangeEvent } from 'react'
import {
  clampComponent,
  defaultTagColor,
  parseHexColor,
  toHexColor,
  type RgbColor,
} from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'

interface ColorEditorProps {
  readonly color: RgbColor
  readonly onChange: (color: RgbColor) => void
  readonly disabled?: boolean
}

/** Four ways to set one colour: presets, the browser's own picker, a hex code, and the three components. */
export function ColorEditor({ color, onChange, disabled = false }: ColorEditorProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <legend className="sr-only">{m.color_legend()}</legend>
      <PresetColors color={color} onChange={onChange} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <PickerField color={color} onChange={onChange} />
        <HexField color={color} onChange={onChange} />
        <Button tone="secondary" className="min-h-12" onClick={() => onChange(defaultTagColor)}>
          {m.color_reset()}
        </Button>
      </div>
      <div className="grid gap-2">
        <ComponentField
          name={m.color_red()}
          track="accent-[#ff5c50]"
          value={color.r}
          onChange={(r) => onChange({ ...color, r })}
        />
        <ComponentField
          name={m.color_green()}
          track="accent-[#4fd84a]"
          value={color.g}
          onChange={(g) => onChange({ ...color, g })}
        />
        <ComponentField
          name={m.color_blue()}
          track="accent-[#5a9bff]"
          value={color.b}
          onChange={(b) => onChange({ ...color, b })}
        />
      </div>
    </fieldset>
  )
}

function PickerField({ color, onChange }: ColorEditorProps) {
  return (
    <label className="block">
      <span className="mb-2 block font-display font-semibold">{m.color_picker()}</span>
      <input
        type="color"
        value={toHexColor(color)}
        onChange={(event) => onChange(parseHexColor(event.target.value) ?? color)}
        className="block h-12 w-24 cursor-pointer border border-line-strong bg-ground p-1 disabled:cursor-not-allowed [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
      />
    </label>
  )
}

function HexField({ color, onChange }: ColorEditorProps) {
  const typing = useTyping(toHexColor(color), (text) => {
    const read = parseHexColor(text)
    if (read) onChange(read)
  })
  return (
    <TextField
      {...typing}
      label={m.color_hex()}
      className="w-36"
      maxLength={9}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

interface ComponentFieldProps {
  readonly name: string
  /** The class that colours the slider. */
  readonly track: string
  /** From 0 to 255. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Red, green or blue: a slider, and a field for the exact number. */
function ComponentField({ name, track, value, onChange }: ComponentFieldProps) {
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

interface PresetColorsProps {
  readonly color: RgbColor
  readonly onChange: (color: RgbColor) => void
}

/** The presets as cut stones; the current one has a bright edge and a tick. */
function PresetColors({ color, onChange }: PresetColorsProps) {
  const current = toHexColor(color)
  return (
    <fieldset>
      <legend className="mb-2 font-display font-semibold">{m.color_presets()}</legend>
      <div className="flex flex-wrap gap-2">
        {presetColors.map((preset) => {
          const hex = toHexColor(preset.color)
          const name = preset.name()
          return (
            <button
              key={hex}
              type="button"
              aria-pressed={hex === current}
              aria-label={name}
              title={name}
              onClick={() => onChange(preset.color)}
              className="size-11 disabled:cursor-not-allowed disabled:opacity-60"
            >
              <Stone hex={hex} isSet={hex === current} />
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

function Stone({ hex, isSet }: { readonly hex: string; readonly isSet: boolean }) {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className="size-full">
      {isSet && (
        <path d="M22 1 41 12v20L22 43 3 32V12z" fill="none" stroke="#e8f2eb" strokeWidth="2" />
      )}
      <path d="M22 5 37 13.500v17L22 39 7 30.500v-17z" fill={hex} />
      <path d="M22 5 37 13.5 22 22 7 13.500z" fill="#fff" opacity=".3" />
      <path d="M37 13.500v17L22 39V22z" fill="#000" opacity=".2" />
      {isSet && <path d="m15 22.5 5 5 9-10" fill="none" stroke="#041107" strokeWidth="3.5" />}
    </svg>
  )
}

/** Colours to start from, all legible at night. */
export const presetColors = [
  { name: () => m.color_preset_violet(), color: defaultTagColor },
  { name: () => m.color_preset_crystal(), color: { r: 107, g: 255, b: 77 } },
  { name: () => m.color_preset_turquoise(), color: { r: 64, g: 224, b: 190 } },
  { name: () => m.color_preset_ice(), color: { r: 92, g: 190, b: 255 } },
  { name: () => m.color_preset_pink(), color: { r: 255, g: 122, b: 217 } },
  { name: () => m.color_preset_flare(), color: { r: 255, g: 84, b: 84 } },
  { name: () => m.color_preset_rust(), color: { r: 255, g: 140, b: 66 } },
  { name: () => m.color_preset_amber(), color: { r: 255, g: 190, b: 72 } },
  { name: () => m.color_preset_sulphur(), color: { r: 240, g: 240, b: 88 } },
  { name: () => m.color_preset_bone(), color: { r: 242, g: 236, b: 220 } },
] as const

/**
 * A text field for a formatted value. The typed text stays unchanged until blur; then the field
 * shows the value again. `onType` is called with every text, even an invalid one.
 */
function useTyping(shown: string, onType: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    value: typed ?? shown,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value)
      onType(event.target.value)
    },
    onBlur: () => setTyped(null),
  }
}

const decimalNumber = /^[+-]?\d+(?:[.,]\d+)?$/

/** The component in a typed text, clamped to 0..255; null if it is not a number. */
export function typedComponent(text: string): number | null {
  const trimmed = text.trim()
  if (!decimalNumber.test(trimmed)) return null
  return clampComponent(Number(trimmed.replace(',', '.')))
}
