import { LineDrawing } from '#web/art/icon.tsx'

const markPaths = {
  map: 'M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15',
  sun: 'M9.5 6h5L18 9.5v5L14.5 18h-5L6 14.5v-5zM12 1v2.5M12 20.5V23M1 12h2.5M20.5 12H23M4.2 4.2 6 6M18 18l1.8 1.8M19.8 4.2 18 6M6 18l-1.8 1.8',
  moon: 'M15 3 8 4.5 4 10v5l4 5 6 1.5 5.5-3L14 17l-3-5 1-5z',
  clock: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7v5.5l4 2.5',
  restart: 'M4 12V8l4-4h8l4 4v1M20 3v6h-6M20 12v4l-4 4H8l-4-4v-1M4 21v-6h6',
} as const

/** Signs that only this page needs. Always decorative. */
export function Mark({ name }: { readonly name: keyof typeof markPaths }) {
  return (
    <LineDrawing path={markPaths[name]} className="absolute top-1 left-0 size-6 text-crystal" />
  )
}
