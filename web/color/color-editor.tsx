import { defaultTagColor, parseHexColor, toHexColor, type RgbColor } from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ComponentField } from './component-field.tsx'
import { PresetColors } from './preset-swatches.tsx'
import { useTyping } from './use-typing.ts'

interface ColorEditorProps {
  readonly color: RgbColor
  readonly onChange: (color: RgbColor) => void
  readonly disabled?: boolean
}

/** Four ways to one colour: proposals, the browser's own picker, a hex code, and the three components. */
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
