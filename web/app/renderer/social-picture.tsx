import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#web/app/site.ts'
import campfire from '#web/art/campfire.svg?raw'
import crate from '#web/art/crate.svg?raw'
import { Shapes } from '#web/art/drawing.tsx'
import emblem from '#web/art/emblem.svg?raw'
import socialBar from '#web/art/social-bar.svg?raw'
import socialMap from '#web/art/social-map.svg?raw'
import survivor from '#web/art/survivor.svg?raw'
import vest from '#web/art/vest.svg?raw'
import { socialPictureNames, type SocialPictureName } from './page-listing.ts'

export { socialPictureNames }

/** The picture for previews of shared links, as SVG. */
export function renderSocialPicture(picture: SocialPictureProps): string {
  return renderToStaticMarkup(<SocialPicture {...picture} />)
}

interface SocialPictureProps {
  readonly name: SocialPictureName
  /** Addresses of the drawings that are files: the island at night, crystals, the board of rules. */
  readonly island: string
  readonly crystals: string
  readonly board: string
}

/** The picture of a shared link, 1200 × 630: our own drawings and the brand, with nothing to translate. */
function SocialPicture({ name, island, crystals, board }: SocialPictureProps) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill="#060a08" />
      {name === 'island' && <image href={island} y="-20" width="1200" height="675" />}
      {name === 'kryptonite' && <image href={crystals} y="-70" width="1200" height="750" />}
      {name !== 'island' && name !== 'kryptonite' && (
        <>
          <Shapes svg={socialMap} transform="translate(30 -120) scale(3.6)" />
          <g transform="translate(264 4) scale(2.1)">
            {name === 'rules' ? <image href={board} width="320" height="240" /> : subjects[name]}
          </g>
        </>
      )}
      <Brand />
    </svg>
  )
}

/** On a grid of 320 × 240. */
const subjects: Readonly<
  Record<Exclude<SocialPictureName, 'island' | 'kryptonite' | 'rules'>, ReactNode>
> = {
  donation: <Shapes svg={crate} />,
  skins: <Shapes svg={vest} transform="translate(61 14) scale(.387)" />,
  guides: <Shapes svg={survivor} transform="translate(160 228) scale(2)" />,
  team: <Shapes svg={campfire} />,
}

function Brand() {
  return (
    <>
      <Shapes svg={socialBar} />
      <Shapes svg={emblem} transform="translate(56 522) scale(2.5)" />
      <text
        x="152"
        y="590"
        fill="#eaf5ee"
        fontFamily="Tektur"
        fontWeight="800"
        fontSize="76"
        letterSpacing="2"
      >
        {site().community.brand}
      </text>
    </>
  )
}
