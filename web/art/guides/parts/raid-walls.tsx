import type { ReactNode } from 'react'
import { Block, type Tones } from './solids.tsx'

const logs: Tones = { top: '#a5834f', left: '#7d613f', right: '#43331f' }
const metal: Tones = { top: '#9db3a5', left: '#5f8470', right: '#26392e' }
const concrete: Tones = { top: '#c4d0c8', left: '#8b9c91', right: '#4a5a50' }

/** Three walls, each within 120 × 120 and stronger than the one before. */
export function WoodenWall() {
  return (
    <Wall tones={logs}>
      <path
        fill="none"
        stroke="#43331f"
        strokeWidth="2"
        d="M10 0v54M20 0v54M30 0v54M40 0v54M50 0v54M60 0v54M70 0v54"
      />
      <path fill="#5a4329" d="M0 9h78v7H0zM0 38h78v7H0z" />
      <path
        fill="#d6c08a"
        d="M4 11h3v3H4zM24 11h3v3h-3zM44 11h3v3h-3zM64 11h3v3h-3zM14 40h3v3h-3zM34 40h3v3h-3zM54 40h3v3h-3z"
      />
    </Wall>
  )
}

export function MetalWall() {
  return (
    <Wall tones={metal}>
      <path
        fill="#41604e"
        d="M8 0h5v54H8zM18 0h5v54h-5zM28 0h5v54h-5zM45 0h5v54h-5zM55 0h5v54h-5zM65 0h5v54h-5z"
      />
      <path fill="#304b3b" d="M0 0h78v6H0zM0 48h78v6H0zM0 0h5v54H0zM73 0h5v54h-5zM36 0h6v54h-6z" />
      <path
        fill="#b8d6c2"
        d="M1 2h3v3H1zM37.500 2h3v3h-3zM74 2h3v3h-3zM1 50h3v3H1zM37.500 50h3v3h-3zM74 50h3v3h-3zM37.500 25h3v3h-3z"
      />
    </Wall>
  )
}

export function ConcreteWall() {
  return (
    <>
      <path
        fill="none"
        stroke="#7d613f"
        strokeWidth="2.5"
        d="M38 26V14M52 33V20M66 41V28M80 49V36"
      />
      <Wall tones={concrete}>
        <path
          fill="none"
          stroke="#5a6b60"
          strokeWidth="2"
          d="M0 18h78M0 36h78M26 0v18M52 0v18M13 18v18M39 18v18M65 18v18M26 36v18M52 36v18"
        />
        <path fill="#a9b8ae" d="M0 0h25v4H0zM27 0h24v4H27zM14 19h24v4H14zM53 37h25v4H53z" />
        <path fill="none" stroke="#16261d" strokeWidth="1.6" d="m44 2 4 9-5 8 5 10-3 6" />
      </Wall>
    </>
  )
}

interface WallProps {
  readonly tones: Tones
  readonly children: ReactNode
}

function Wall({ tones, children }: WallProps) {
  return <Block x={88} y={108} width={18} depth={78} height={54} tones={tones} onLeft={children} />
}
