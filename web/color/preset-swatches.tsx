import { toHexColor, type RgbColor } from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { presetColors } from './preset-colors.ts'

interface PresetColorsProps {
  readonly color: RgbColor
  readonly onChange: (color: RgbColor) => void
}

/** The proposals as cut stones; the one that is set has a bright edge and a tick. */
export function PresetColors({ color, onChange }: PresetColorsProps) {
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
