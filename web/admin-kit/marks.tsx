import { createIcons } from '#web/art/icon.tsx'

/** Icons that only the admin area uses, so that the other pages do not load them. Always decorative. */
export const Mark = createIcons(
  {
    copy: 'M9 8h11v13H9zM15 8V3H4v13h5',
    lock: 'M5 10h14v9l-2 2H5zM8 10V6l2-3h4l2 3v4M12 14v3.5',
    refresh: 'M4 12V8l4-4h8l4 4v1M20 3v6h-6M20 12v4l-4 4H8l-4-4v-1M4 21v-6h6',
    plus: 'M12 4v16M4 12h16',
  },
  'size-5',
)
