import sceneUrl from './island.svg'

const reflection = [
  {
    tone: '#37b53c',
    outline:
      'M735 654h148v7h-148zM731 667h163v7h-163zM737 680h153v6h-153zM766 693h77v6h-77zM727 706h164v6h-164z',
  },
  {
    tone: '#227a35',
    outline:
      'M718 720h155v6h-155zM743 734h110v5h-110zM751 748h113v5h-113zM764 762h64v5h-64zM779 777h83v5h-83zM734 792h118v4h-118z',
  },
  {
    tone: '#175a2c',
    outline:
      'M733 807h115v4h-115zM741 822h97v4h-97zM797 838h50v4h-50zM761 855h61v3h-61zM772 871h104v3h-104zM642 658h38v3h-38zM629 670h50v3h-50zM643 682h34v3h-34zM632 694h57v3h-57zM611 706h67v3h-67zM621 718h41v3h-41zM624 730h31v3h-31zM633 742h38v3h-38zM952 658h24v3h-24zM935 670h40v3h-40zM927 682h63v3h-63zM939 694h39v3h-39zM920 706h58v3h-58zM913 718h71v3h-71zM938 730h60v3h-60z',
  },
] as const

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
        <path className="scene-glint" fill="#f4fff0" d="m858 137-29 176-14 270h5l16-270z" />
        <path className="scene-lamp" fill="#ffb648" d="m562 294 5 6-5 6-5-6z" />
        <g className="scene-water">
          {reflection.map(({ tone, outline }) => (
            <path key={tone} fill={tone} d={outline} />
          ))}
        </g>
      </svg>
    </div>
  )
}
