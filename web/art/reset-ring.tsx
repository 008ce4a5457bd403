import type { ReactNode } from 'react'

const facets = [
  { tone: '#2fb53f', outline: 'M-81.1 -21.7 -77.6 32.1 -57.3 23.7 -59.9 -16.0z' },
  { tone: '#17703a', outline: 'M-77.6 32.1 -42.0 72.7 -31.0 53.7 -57.3 23.7z' },
  { tone: '#35c043', outline: 'M-42.0 72.7 11.0 83.3 8.1 61.5 -31.0 53.7z' },
  { tone: '#1f8f3a', outline: 'M11.0 83.3 59.4 59.4 43.8 43.8 8.1 61.5z' },
  { tone: '#4fe04a', outline: 'M59.4 59.4 83.3 11.0 61.5 8.1 43.8 43.8z' },
  { tone: '#35c043', outline: 'M83.3 11.0 72.7 -42.0 53.7 -31.0 61.5 8.1z' },
  { tone: '#6bff4d', outline: 'M72.7 -42.0 32.1 -77.6 23.7 -57.3 53.7 -31.0z' },
  { tone: '#4fe04a', outline: 'M32.1 -77.6 -21.7 -81.1 -16.0 -59.9 23.7 -57.3z' },
] as const

/** A crystal arrow that runs backwards around its children; drawn around the origin, 204 across. */
export function ResetRing({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {facets.map(({ tone, outline }) => (
        <path key={outline} fill={tone} stroke="#0a110d" strokeWidth="1.5" d={outline} />
      ))}
      <path fill="#9dff80" d="M-23.7 -95.1 -54.2 -48.8 -11.6 -46.6z" />
      <path fill="#d2ffc0" d="M-23.7 -95.1 -54.2 -48.8 -17.7 -70.8z" />
      {children}
    </>
  )
}
