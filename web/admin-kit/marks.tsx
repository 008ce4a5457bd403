import { createIcons } from '#web/art/icon.tsx'

/** Icons that only the admin area uses, so that the other pages do not load them. Always decorative. */
export const Mark = createIcons(
  {
    copy: 'M9 8h11v13H9zM15 8V3H4v13h5',
    search: 'M8 3h6l4 4v6l-4 4H8l-4-4V7zM16 15l6 6',
    lock: 'M5 10h14v9l-2 2H5zM8 10V6l2-3h4l2 3v4M12 14v3.5',
    refresh: 'M4 12V8l4-4h8l4 4v1M20 3v6h-6M20 12v4l-4 4H8l-4-4v-1M4 21v-6h6',
    inbox: 'M3 13 6 4h12l3 9v7H3zM3 13h5l2 3h4l2-3h5',
    gauge: 'M3 19v-6l5-8h8l5 8v6zM12 14l4-5',
    list: 'M9 5h12M9 12h12M9 19h12M3 5h2M3 12h2M3 19h2',
    shirt: 'M8 3 3 6l2 6 2-1v10h10V11l2 1 2-6-5-3-2 2h-4z',
    clock: 'M12 2 21 7v10l-9 5-9-5V7zM12 7v5.5l4 2.5',
    crystal: 'M12 2 18 8.5 15.5 19 12 22l-3.5-3L6 8.5zM6 8.5l6 2.5 6-2.5M12 11v11',
    bag: 'M4 8h16l1 13H3zM8 11V6l2-3h4l2 3v5',
    people:
      'M9 11 6.5 8.5 8 4h3l1.5 4.5zM3 20v-4l3-2.5h7l3 2.5v4M16 4h2l1.5 4-2.5 2.5M18.5 14l2.5 2v4',
    horn: 'M3 10v4h4l8 5V5L7 10zM18 8.5l3-2M18 12h4M18 15.5l3 2',
    log: 'M5 3h10l4 4v14H5zM15 3v4h4M8.5 12l1.5 1.5 3-3M8.5 17.5h7',
    plus: 'M12 4v16M4 12h16',
    picture: 'M3 4h18v16H3zM3 17l5-6 4 4 3-3 6 6M15.5 7.5h2v2h-2z',
  },
  'size-5',
)
