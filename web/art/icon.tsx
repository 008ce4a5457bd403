interface IconProps<Name> {
  readonly name: Name
  readonly className?: string
}

/** A set of icons. Always decorative: the text or `aria-label` beside an icon names it. */
export function createIcons<Name extends string>(
  paths: Readonly<Record<Name, string>>,
  defaultClass: string,
) {
  return ({ name, className = defaultClass }: IconProps<Name>) => (
    <LineDrawing path={paths[name]} className={className} />
  )
}

interface LineDrawingProps {
  /** On a grid of 24. */
  readonly path: string
  readonly className: string
}

/** How every icon is drawn, including those that only one feature uses. */
export function LineDrawing({ path, className }: LineDrawingProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  )
}

/** Straight strokes and cut corners on a grid of 24, drawn with a stroke of 1.75. */
const iconPaths = {
  home: 'M3 11.5 12 3l9 8.5M5.5 9.5V20h4.75v-6h3.5v6h4.75V9.5',
  back: 'M20 12H5M11 5l-7 7 7 7',
  donate:
    'M12 10 8.5 6.5v-3L10 2l2 1.5L14 2l1.5 1.5v3zM3 13h4l3 2h4v2.5h-4M14 17l5.5-3 1.5 1.5-6.5 5.5H8l-1.5-1H3',
  user: 'M9.5 3h5L17 5.5v4L14.5 12h-5L7 9.5v-4zM4 21v-3l3-3h10l3 3v3',
  'log-in': 'M10 3h8l2 2v14l-2 2h-8M3 12h11M10 8l4 4-4 4',
  'log-out': 'M14 3H6L4 5v14l2 2h8M9 12h12M17 8l4 4-4 4',
  globe:
    'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM3.5 9h17M3.5 15h17M12 3 8.5 9v6l3.5 6 3.5-6V9z',
  cart: 'M2 4h3.5l2.5 11.5h10l2.5-8.5H6.2M9 19v1.5M17 19v1.5',
  team: 'M7.5 4h3L12 5.5v3L10.5 10h-3L6 8.5v-3zM2.5 20v-4l2-2h9l2 2v4M15.5 4h1.5l1.5 1.5v3L17 10h-1.5M18 14h1.5l2 2v4',
  server: 'M5 3h14l2 2v5H3V5zM3 14h18v5l-2 2H5l-2-2zM6.5 6.5h2M6.5 17.5h2M12 6.5h5.5M12 17.5h5.5',
  guide: 'M12 6 9.5 4H3v14h6.5l2.5 2 2.5-2H21V4h-6.5zM12 6v14M6 8h3M6 11.5h3M15 8h3M15 11.5h3',
  crystal: 'M12 2 18 8.5 15.5 19 12 22l-3.5-3L6 8.5zM6 8.5l6 2.5 6-2.5M12 11v11',
  'crystal-plus': 'M9 2l5 5.5-2 10L9 21l-3-3.5-2-10zM4 7.5 9 10l5-2.5M9 10v11M18.5 12.5v7M15 16h7',
  tag: 'M3 3h8l10 10-8 8L3 11zM7 6.5v1.5',
  brush: 'M20.5 3.5 10 13M10 12l3 3M4 20c3 .5 6-.5 7-3l.5-2-2.5-2.5-2 .5c-2.5 1-3 4-3 7z',
  rules: 'M6 3h9l4 4v14H6zM15 3v4h4M9 11h7M9 14.5h7M9 18h4',
  menu: 'M3 6h18M3 12h18M3 18h12',
  close: 'm5 5 14 14M19 5 5 19',
  check: 'm4 12.5 5.5 5.5L20 6.5',
  edit: 'M4 20v-4.5L15.5 4 20 8.5 8.5 20zM12.5 7 17 11.5',
  trash: 'M3 6h18M9 6V3h6v3M5.5 6 6.5 21h11l1-15M10 10.5v6.5M14 10.5v6.5',
  warning: 'M12 3 22.5 21h-21zM12 10v5M12 17v1.5',
  external: 'M10 4H4v16h16v-6M14 3h7v7M21 3l-10 10',
  shield: 'M12 2.5 20 5v8l-3 5-5 3.5L7 18l-3-5V5zM8.5 11.5l2.5 2.5 4.5-5',
  'id-card': 'M2 5h20v14H2zM6 9h4v3.5H6zM5 16h6M14 9h5M14 12.5h5M14 16h3',
  wallet: 'M3 7V5.5L5 4h12v3M3 7h16l2 2v10l-2 1H4l-1-1zM21 11.5h-5L14.5 13v1l1.5 1.5h5',
  'chevron-down': 'm5 9 7 7 7-7',
  bolt: 'M13.5 2 5 13.5h6L9.5 22 19 10h-6z',
} as const

/** The icons that many pages use. */
export const Icon = createIcons(iconPaths, 'size-6')

export type IconName = keyof typeof iconPaths
