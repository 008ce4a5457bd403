import { LineDrawing } from '../../art/icon.tsx'

/** Signs that only the admin area needs, kept out of what every page loads. Always decorative. */
const markPaths = {
  copy: 'M9 8h11v13H9zM15 8V3H4v13h5',
  search: 'M8 3h6l4 4v6l-4 4H8l-4-4V7zM16 15l6 6',
  lock: 'M5 10h14v9l-2 2H5zM8 10V6l2-3h4l2 3v4M12 14v3.5',
  refresh: 'M4 12V8l4-4h8l4 4v1M20 3v6h-6M20 12v4l-4 4H8l-4-4v-1M4 21v-6h6',
  inbox: 'M3 13 6 4h12l3 9v7H3zM3 13h5l2 3h4l2-3h5',
  gauge: 'M3 19v-6l5-8h8l5 8v6zM12 14l4-5',
  list: 'M9 5h12M9 12h12M9 19h12M3 5h2M3 12h2M3 19h2',
} as const

interface MarkProps {
  readonly name: keyof typeof markPaths
  readonly className?: string
}

export function Mark({ name, className = 'size-5' }: MarkProps) {
  return <LineDrawing path={markPaths[name]} className={className} />
}
