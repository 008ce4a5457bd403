interface CardTones {
  readonly light: string
  readonly body: string
  readonly dark: string
}

/** The colours of levels 1 to 5. */
const cardTones = [
  { light: '#9dff80', body: '#35c043', dark: '#12532a' },
  { light: '#ffa195', body: '#e05a4c', dark: '#6b211b' },
  { light: '#a5cbff', body: '#4a86e0', dark: '#1b3a70' },
  { light: '#d3b0ff', body: '#9a63e0', dark: '#43257a' },
  { light: '#fff0b8', body: '#ffd04f', dark: '#7a5a10' },
] as const satisfies readonly CardTones[]

const numerals = [
  'M61 54v26',
  'M55 54v26M67 54v26',
  'M50 54v26M61 54v26M72 54v26',
  'M47 54v26M57 54l9 26 9-26',
  'M50 54l11 26 11-26',
] as const

const notch = 'v6l-5 3v4l5 3'

/**
 * An access card within 120 × 120. The number of notches shows its level too, so that colour is not
 * the only sign.
 */
export function Keycard({ level }: { readonly level: number }) {
  const tones = cardTones[level - 1] ?? cardTones[0]
  const edge = `V28${notch.repeat(level)}`
  return (
    <g transform="rotate(-6 60 60)">
      <path fill={tones.dark} d="M34 14h46l12 12v84l-2 3H32l2-5z" />
      <path fill={tones.body} d={`M28 8h50l12 12${edge}V108H28z`} />
      <path fill={tones.light} opacity=".45" d="M28 8h46L28 92z" />
      <path fill={tones.dark} d="M42 14h24v5H42z" />
      <path fill="#fff1d6" d="M36 28h20v15H36z" />
      <path
        fill="none"
        stroke="#8a5a17"
        strokeWidth="1.5"
        d="M36 33h6v5h-6M56 33h-7v5h7M45.500 28v15"
      />
      <path fill="none" stroke="#060a08" strokeWidth="5.5" d={numerals[level - 1] ?? numerals[0]} />
      <path fill="#060a08" d="M28 92h62v9H28z" />
    </g>
  )
}
