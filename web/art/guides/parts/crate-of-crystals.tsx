import { Crate } from '#web/art/crate.tsx'
import { CrystalCluster, greenCrystal } from './crystal-cluster.tsx'

const shards = [
  { x: 126, y: 130, lean: -18, width: 26, height: 86 },
  { x: 196, y: 130, lean: 18, width: 26, height: 84 },
  { x: 160, y: 138, lean: 2, width: 34, height: 124 },
] as const

/** A pack of Kryptonite, within 320 × 240. */
export function CrateOfCrystals() {
  return (
    <Crate>
      <CrystalCluster tones={greenCrystal} shards={shards} />
    </Crate>
  )
}
