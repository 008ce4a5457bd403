import { createIcons } from '#web/art/icon.tsx'

/** Icons that only the team finder uses. Always decorative. */
export const Mark = createIcons(
  {
    /** A player on the way to a group. */
    LFG: 'M6.5 4h3L11 5.5v3L9.5 10h-3L5 8.5v-3zM2 20v-4l2-2h8l2 2v4M15.5 8h6.5M19 5l3 3-3 3',
    /** A group with room for a player. */
    LFT: 'M6.5 4h3L11 5.5v3L9.5 10h-3L5 8.5v-3zM2 20v-4l2-2h8l2 2v4M19 4.5v7M15.5 8h7',
    search: 'M8 3h6l4 4v6l-4 4H8l-4-4V7zM16 15l6 6',
    filters: 'M3 6h9M16 6h5M12 4v4h4V4zM3 12h3M10 12h11M6 10v4h4v-4zM3 18h9M16 18h5M12 16v4h4v-4z',
    plus: 'M12 4v16M4 12h16',
    copy: 'M9 8h11v13H9zM15 8V3H4v13h5',
    microphone: 'M10 3h4v9h-4zM6 10v3l3 3h6l3-3v-3M12 16v5M8.5 21h7',
    'no-microphone': 'M10 3h4v9h-4zM6 10v3l3 3h6l3-3v-3M12 16v5M8.5 21h7M3 2l18 20',
    clock: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7v5.5l4 2.5',
    flag: 'M5 22V3h14l-3 4.5 3 4.5H5',
  },
  'size-5',
)
