/** Twelve facets of a cut stone, a hue each; drawn around the origin, 112 across. */
const facets = [
  { hue: '#ff6f61', outline: 'M0.0 -56.0 28.0 -48.5 13.5 -23.4 0.0 -27.0z' },
  { hue: '#ff9d4d', outline: 'M28.0 -48.5 48.5 -28.0 23.4 -13.5 13.5 -23.4z' },
  { hue: '#ffd166', outline: 'M48.5 -28.0 56.0 0.0 27.0 0.0 23.4 -13.5z' },
  { hue: '#c7ec5a', outline: 'M56.0 0.0 48.5 28.0 23.4 13.5 27.0 0.0z' },
  { hue: '#6bff4d', outline: 'M48.5 28.0 28.0 48.5 13.5 23.4 23.4 13.5z' },
  { hue: '#3fd99b', outline: 'M28.0 48.5 0.0 56.0 0.0 27.0 13.5 23.4z' },
  { hue: '#3cc7e0', outline: 'M0.0 56.0 -28.0 48.5 -13.5 23.4 0.0 27.0z' },
  { hue: '#4a90f0', outline: 'M-28.0 48.5 -48.5 28.0 -23.4 13.5 -13.5 23.4z' },
  { hue: '#7f74f2', outline: 'M-48.5 28.0 -56.0 0.0 -27.0 0.0 -23.4 13.5z' },
  { hue: '#b16cf0', outline: 'M-56.0 0.0 -48.5 -28.0 -23.4 -13.5 -27.0 0.0z' },
  { hue: '#e867cf', outline: 'M-48.5 -28.0 -28.0 -48.5 -13.5 -23.4 -23.4 -13.5z' },
  { hue: '#ff6b9a', outline: 'M-28.0 -48.5 -0.0 -56.0 -0.0 -27.0 -13.5 -23.4z' },
] as const

export function ColorWheel() {
  return (
    <>
      {facets.map(({ hue, outline }) => (
        <path key={hue} fill={hue} stroke="#0a110d" strokeWidth="1.5" d={outline} />
      ))}
      <path fill="#fff" opacity=".22" d="M0-56-28-48.5-48.5-28-56 0h29l8-17L0-27z" />
      <path fill="#000" opacity=".22" d="M0 56 28 48.5 48.5 28 56 0H27l-8 17L0 27z" />
    </>
  )
}
