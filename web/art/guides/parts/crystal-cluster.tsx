/** Four tones, from light to shade. */
type CrystalTones = readonly [string, string, string, string]

export const greenCrystal: CrystalTones = ['#d2ffc0', '#6bff4d', '#2fb53f', '#12532a']
export const redCrystal: CrystalTones = ['#ffb3a8', '#f0574a', '#a82c22', '#4f130f']

interface ShardShape {
  /** The middle of its foot, and its tilt in degrees. */
  readonly x: number
  readonly y: number
  readonly lean: number
  readonly width: number
  readonly height: number
}

interface CrystalClusterProps {
  readonly tones: CrystalTones
  /** From back to front. */
  readonly shards: readonly ShardShape[]
}

/** Crystals that grow from one base. */
export function CrystalCluster({ tones, shards }: CrystalClusterProps) {
  return shards.map((shape) => <Shard key={`${shape.x} ${shape.lean}`} tones={tones} {...shape} />)
}

function Shard({
  x,
  y,
  lean,
  width,
  height,
  tones,
}: ShardShape & { readonly tones: CrystalTones }) {
  const [light, bright, middle, dark] = tones
  const edges = [-width / 2, -width * 0.14, width * 0.24, width / 2]
  const shoulders = [0.7, 0.64, 0.66, 0.74].map((share) => -height * share)
  const corner = (index: number) => `${fixed(edges[index] ?? 0)} ${fixed(shoulders[index] ?? 0)}`
  const side = (from: number, to: number) =>
    `M${corner(from)}L${corner(to)} ${fixed((edges[to] ?? 0) * 0.72)} 0H${fixed((edges[from] ?? 0) * 0.72)}z`
  const tip = (from: number, to: number) =>
    `M${corner(from)}L${fixed(width * 0.06)} ${-height} ${corner(to)}z`
  return (
    <g transform={`translate(${x} ${y}) rotate(${lean})`}>
      <path fill={bright} d={side(0, 1)} />
      <path fill={middle} d={side(1, 2)} />
      <path fill={dark} d={side(2, 3)} />
      <path fill={light} d={tip(0, 1)} />
      <path fill={bright} d={tip(1, 2)} />
      <path fill={middle} d={tip(2, 3)} />
      <path
        fill={light}
        opacity=".5"
        d={`M${fixed(-width * 0.14)} ${fixed(-height * 0.64)}l${fixed(width * 0.07)} 0 ${fixed(-width * 0.05)} ${fixed(height * 0.5)}z`}
      />
    </g>
  )
}

function fixed(length: number): number {
  return Math.round(length * 10) / 10
}
