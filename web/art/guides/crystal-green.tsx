import { CrystalCluster, greenCrystal } from './parts/crystal-cluster.tsx'
import type { DrawingProps } from './parts/drawing-box.tsx'
import { Rock } from './parts/rock.tsx'
import { Scene } from './parts/scene.tsx'

/** Slender and pointed. */
const greenShards = [
  { x: 138, y: 190, lean: -36, width: 22, height: 78 },
  { x: 190, y: 190, lean: 36, width: 24, height: 84 },
  { x: 146, y: 192, lean: -16, width: 30, height: 122 },
  { x: 184, y: 194, lean: 17, width: 28, height: 108 },
  { x: 164, y: 198, lean: 1, width: 38, height: 176 },
  { x: 144, y: 204, lean: -24, width: 18, height: 50 },
  { x: 196, y: 206, lean: 24, width: 16, height: 44 },
] as const

export function CrystalGreen({ label }: DrawingProps) {
  return (
    <Scene label={label}>
      <Rock />
      <CrystalCluster tones={greenCrystal} shards={greenShards} />
      <path fill="#2a4034" d="m100 217 14-20 20-9 22 8 26-7 22 10 14 18z" />
      <path fill="#3f5b4b" d="m114 197 20-9 22 8-16 8z" />
      <path fill="#1a2820" d="m182 189 22 10 14 18h-40l-10-12z" />
      <path
        fill="#d2ffc0"
        d="m96 70 3 5-3 5-3-5zM236 54l4 6-4 6-4-6zM252 118l3 5-3 5-3-5zM74 130l3 4-3 4-3-4zM206 28l2 4-2 4-2-4z"
      />
    </Scene>
  )
}
