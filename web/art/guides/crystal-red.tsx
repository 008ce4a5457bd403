import { CrystalCluster, redCrystal } from './parts/crystal-cluster.tsx'
import type { DrawingProps } from './parts/drawing-box.tsx'
import { Rock } from './parts/rock.tsx'
import { Scene } from './parts/scene.tsx'

/** Squat and heavy. */
const redShards = [
  { x: 124, y: 192, lean: -44, width: 36, height: 82 },
  { x: 204, y: 192, lean: 42, width: 38, height: 86 },
  { x: 138, y: 194, lean: -20, width: 46, height: 118 },
  { x: 190, y: 196, lean: 20, width: 50, height: 112 },
  { x: 164, y: 200, lean: -2, width: 62, height: 138 },
  { x: 132, y: 208, lean: -30, width: 28, height: 46 },
  { x: 204, y: 208, lean: 28, width: 26, height: 42 },
] as const

export function CrystalRed({ label }: DrawingProps) {
  return (
    <Scene label={label} light="none">
      <g fill="#ff5340" fillOpacity=".06">
        <path d="M62 34 148 8l112 18 44 66-12 86-84 46-112-8-70-58 6-78z" />
        <path d="M92 56 160 34l78 16 34 56-16 62-66 32-82-10-50-48 8-54z" />
        <path d="M118 78 170 64l48 14 24 36-18 44-48 20-50-10-30-34z" />
      </g>
      <Rock />
      <CrystalCluster tones={redCrystal} shards={redShards} />
      <path fill="#2a4034" d="m92 217 16-18 24-8 26 7 30-6 24 9 14 16z" />
      <path fill="#3f5b4b" d="m108 199 24-8 26 7-18 8z" />
      <path fill="#1a2820" d="m188 192 24 9 14 16h-44l-12-10z" />
      <path
        fill="#ffb3a8"
        d="m88 84 3 5-3 5-3-5zM242 66l4 6-4 6-4-6zM260 128l3 5-3 5-3-5zM66 138l3 4-3 4-3-4zM156 36l3 5-3 5-3-5z"
      />
    </Scene>
  )
}
