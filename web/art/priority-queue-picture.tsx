import { PictureGround } from './picture-ground.tsx'

const waiting = [
  {
    fill: '#0e1812',
    edge: '#22382b',
    ink: '#2b4636',
    outline: 'M22.0 73.2l9.2-9.2h37.0l9.2 9.2v67.3h-55.4zM45.8 71.9v5.3h7.9v-5.3z',
    digits:
      'M26.6 116.9V100.5L31.8 95.3H43.2L48.4 100.5V116.9L43.2 122.1H31.8ZM34 102V115.3H41V102ZM51.4 115.2 52.3 95.3H59.7L58.9 108.5H65.3V95.3H72.7V122.1H65.3V115.2Z',
  },
  {
    fill: '#101d16',
    edge: '#2a4636',
    ink: '#38604a',
    outline: 'M70.0 68.9l10.9-10.9h43.7l10.9 10.9v79.6h-65.5zM98.1 67.4v6.2h9.4v-6.2z',
    digits:
      'M75.7 120.5V101.1L81.9 95H95.3L101.5 101.1V120.5L95.3 126.6H81.9ZM84.5 102.9V118.7H92.7V102.9ZM124.7 126.6H104.7V119.4H121.5V114H107.4V107.1H120.6V102.2H105.1V95H123.8L129.6 100.8V107.8L126.7 110.1L130.5 113.2V120.8Z',
  },
  {
    fill: '#13241b',
    edge: '#376049',
    ink: '#4f8a68',
    outline: 'M126.0 62.9l12.9-12.9h51.5l12.9 12.9v93.8h-77.3zM159.1 61.0v7.4h11.0v-7.4z',
    digits:
      'M132.9 123.7V100.9L140.1 93.6H156L163.3 100.9V123.7L156 131H140.1ZM143.2 103V121.6H153V103ZM196.4 122V131H167.6V110.6L186 107.9V102.6H167.7V93.6H189.1L196.4 100.9V115L177.9 117.7V122Z',
  },
] as const

const firstTag = 'M194.0 54.8l16.8-16.8h67.2l16.8 16.8v122.4h-100.8zM237.2 52.4v9.6h14.4v-9.6z'
const firstDigits =
  'M209.6 134.1V104.3L219.1 94.9H239.8L249.3 104.3V134.1L239.8 143.6H219.1ZM223.1 107.1V131.4H235.8V107.1ZM255.2 143.9V133.6L260.4 133.2V107.8L255.3 108.5V97.7L273.9 94.9V133.2L278.9 133.6V143.9L267 143.3Z'

/** Numbered tags on a line; the first one is lit. */
export function PriorityQueuePicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <path d="M0 18 58 70l48-6 62-10 76-12 76-34" fill="none" stroke="#3f5b49" strokeWidth="2" />
      {waiting.map(({ fill, edge, ink, outline, digits }) => (
        <g key={outline}>
          <path d={outline} fill={fill} stroke={edge} strokeWidth="1.5" fillRule="evenodd" />
          <path d={digits} fill={ink} />
        </g>
      ))}
      <path d={firstTag} fill="#6bff4d" fillRule="evenodd" />
      <path d="m194 55 16.8-16.8h67.2L194 122.500z" fill="#9dff80" opacity=".7" />
      <path d="M194 177.2 294.8 76v101.2z" fill="#2fb53f" opacity=".35" />
      <path d={firstDigits} fill="#041107" />
      <path d="M206 156h76M206 164h50" stroke="#041107" strokeWidth="3" />
      <path
        d="M24 204h270M24 204v-7M92 204v-5M160 204v-5M228 204v-5M294 204v-7"
        stroke="#48654f"
        strokeWidth="1.5"
        fill="none"
      />
      <path d="m276 190 10 14-10 14" stroke="#6bff4d" strokeWidth="3" fill="none" />
    </PictureGround>
  )
}
