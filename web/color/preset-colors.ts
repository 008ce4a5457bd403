import { defaultTagColor, type RgbColor } from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'

interface PresetColor {
  readonly name: () => string
  readonly color: RgbColor
}

/** Colours to start from; all of them can be read by night. */
export const presetColors: readonly PresetColor[] = [
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
]
