import { Shapes } from './drawing.tsx'
import motion from './island-motion.svg?raw'
import sceneUrl from './island.svg'

/**
 * Night over the island, with the glow in flat steps like the contour lines of a map. Fills its
 * box, with the horizon at two thirds. The moving parts are drawn over the picture, on the same
 * grid.
 */
export function DeerIsleScene({
  className = 'relative size-full',
}: {
  readonly className?: string
}) {
  return (
    <div aria-hidden="true" className={`overflow-hidden ${className}`}>
      <img
        src={sceneUrl}
        alt=""
        width="1600"
        height="900"
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-top"
      />
      <svg
        viewBox="0 60 1600 900"
        preserveAspectRatio="xMidYMin slice"
        className="absolute inset-0 size-full"
      >
        <Shapes svg={motion} />
      </svg>
    </div>
  )
}
