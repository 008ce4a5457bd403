import { formatLocale } from './runtime.ts'

/** `4320000` ms as `1 h 12 min` or `2 j 4 h`: whole minutes, rounded up. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  const units: readonly (readonly [number, string])[] =
    hours < 24
      ? [
          [hours, 'hour'],
          [minutes % 60, 'minute'],
        ]
      : [
          [Math.floor(hours / 24), 'day'],
          [hours % 24, 'hour'],
        ]
  return units
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(formatLocale(), { style: 'unit', unit }).format(count),
    )
    .join('\u00A0')
}
