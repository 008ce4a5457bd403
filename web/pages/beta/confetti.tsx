import { useEffect, useRef } from 'react'

const pieces = 42
const colors = [
  '#6bff4d',
  '#c8ffb8',
  '#2dff8c',
  '#1fbf6b',
  '#ffb648',
  '#ffe08a',
  '#ff7566',
  '#ff5c8a',
  '#b98cff',
  '#5cc8ff',
  '#4de8d8',
  '#e8f2eb',
] as const

// The steps of the golden section spread any number of pieces without rows or heaps.
const goldenSection = 0.618_034

/** Falls over the whole page once; who asked for less motion is spared it. */
export function Confetti() {
  const sky = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const fallen = [...(sky.current?.children ?? [])].map((piece, index) => fall(piece, index))
    return () => {
      for (const animation of fallen) animation.cancel()
    }
  }, [])

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  return (
    <div
      ref={sky}
      aria-hidden="true"
      data-confetti
      className="pointer-events-none fixed inset-0 z-50 overflow-hidden print:hidden"
    >
      {Array.from({ length: pieces }, (_, index) => (
        <span
          key={index}
          className="absolute -top-6 h-4 w-2.5 [clip-path:polygon(50%_0,100%_30%,100%_70%,50%_100%,0_70%,0_30%)]"
          style={{
            left: `${spread(index) * 100}%`,
            backgroundColor: colors[index % colors.length],
          }}
        />
      ))}
    </div>
  )
}

/** Everything lies still within five seconds. */
function fall(piece: Element, index: number): Animation {
  const drift = (spread(index * 5) - 0.5) * 30
  const turn = (index % 2 === 0 ? 1 : -1) * (360 + 720 * spread(index * 3))
  return piece.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 1, offset: 0.8 },
      { transform: `translate(${drift}vw, 108vh) rotate(${turn}deg) scaleX(-0.4)`, opacity: 0 },
    ],
    {
      duration: 2400 + 1400 * spread(index * 7),
      delay: 800 * spread(index * 11),
      easing: 'cubic-bezier(0.3, 0.1, 0.7, 0.9)',
      fill: 'forwards',
    },
  )
}

/** From 0 to 1, evenly over the pieces. */
function spread(index: number): number {
  return (index * goldenSection) % 1
}
