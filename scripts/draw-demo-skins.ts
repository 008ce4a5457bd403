import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const art = path.resolve(import.meta.dirname, '../web/art/gear')
const target = path.resolve(import.meta.dirname, '../server/services/demo/pictures')

/** Coats over 320 × 240: a ground and shapes in three tones, the darkest first. */
const shapes = {
  flecks: [
    'm20 96 34 6 18 22-14 20-36-4zM88 38l30-10 16 20-10 34-26 8-20-22zM150 60l34-14 22 14-6 32-30 8-24-16zM100 112l36-8 22 18-8 24-38 4-20-16zM176 118l34-8 28 14-10 30-40 2-16-18zM118 168l28-10 16 26-12 32-30 2-16-26zM200 172l34-8 20 24-20 30-34-8zM228 60l28 4 18 34-12 24-30-8-12-32zM60 150l26 4 6 32-24 12-20-20zM276 110l30-10v40l-34 2z',
    'm118 54 18 4 2 20-18 10-12-16zM58 100l22-8 10 16-16 14zM188 76l26-4 10 20-22 12-16-10zM140 128l24-8 14 16-14 16-24-6zM208 132l20 10-6 22-24-2-4-18zM96 176l20 2 4 22-18 8-14-16zM168 188l22-8 8 22-20 16zM242 100l18 6 2 22-18 6-10-18z',
    'm104 90 16 8-8 16-18-4zM166 92l12 12-12 12-14-10zM130 152l14 2 2 14-16 6zM222 104l12-6 8 12-14 10zM186 148l14 6-6 16-14-6zM78 124l12 4-4 14-12-2zM208 200l14-4 4 14-14 6zM190 50l10-8 10 10-12 8z',
  ],
  stripes: [
    'M0 40 320 4v22L0 66zM0 128 320 88v22L0 154zM0 214 320 174v22L0 240z',
    'M0 78 320 40v8L0 88zM0 166 320 126v8L0 176zM0 8 150 0H70L0 14z',
    'M0 102 320 62v5L0 108zM0 190 320 150v5L0 196zM0 26 220 0h-40L0 21z',
  ],
  shards: [
    'M60 20 150 60 100 120zM170 30 260 70 210 130zM40 130 110 150 70 220zM140 130 230 150 180 220zM240 150 310 170 270 230z',
    'M110 30 170 90 130 110zM220 40 280 110 230 120zM90 140 150 180 110 210zM190 140 250 190 210 210z',
    'M136 62 158 96 142 100zM236 76 254 104 240 108zM112 160 134 184 118 192zM212 158 232 186 218 192z',
  ],
  squares: [
    'M60 20h40v40H60zM140 40h40v40h-40zM220 20h40v40h-40zM80 100h40v40H80zM180 100h60v40h-60zM100 180h40v40h-40zM200 170h40v40h-40zM60 160h30v30H60z',
    'M100 60h30v30h-30zM180 80h30v30h-30zM130 130h40v30h-40zM240 130h30v30h-30zM150 190h30v30h-30zM80 76h20v20H80z',
    'M120 34h16v16h-16zM206 60h16v16h-16zM122 108h16v16h-16zM168 170h18v18h-18zM226 100h16v16h-16zM110 160h14v14h-14z',
  ],
} as const
type Pattern = keyof typeof shapes

interface Skin {
  readonly gear: string
  readonly pattern: Pattern
  readonly ground: string
  readonly tones: readonly [string, string, string]
  /** The light behind the subject. */
  readonly light: string
}

/** The pictures of the demo's skins, by their file names. */
const skins: Readonly<Record<string, Skin>> = {
  'jacket-of-the-deer-hunter': {
    gear: 'top',
    pattern: 'flecks',
    ground: '#6b5a36',
    tones: ['#4d4026', '#8f7b4c', '#2e2716'],
    light: '#ffb648',
  },
  'trousers-fog': {
    gear: 'pant',
    pattern: 'stripes',
    ground: '#6f8583',
    tones: ['#536866', '#8fa5a2', '#b4c7c4'],
    light: '#8fd6e8',
  },
  'vest-toxic-vein': {
    gear: 'armour',
    pattern: 'shards',
    ground: '#15351f',
    tones: ['#1f8f3a', '#4fe04a', '#b6ff9e'],
    light: '#2dff8c',
  },
  'helmet-night-watch': {
    gear: 'helmet',
    pattern: 'squares',
    ground: '#26324a',
    tones: ['#1a2336', '#3c4f74', '#5b76a8'],
    light: '#6aa7ff',
  },
  'rifle-first-snow': {
    gear: 'sniper',
    pattern: 'flecks',
    ground: '#cdd9d6',
    tones: ['#a3b4b1', '#eef5f3', '#7d918e'],
    light: '#8fd6e8',
  },
  'rifle-rust': {
    gear: 'auto',
    pattern: 'stripes',
    ground: '#8a4a26',
    tones: ['#5f3118', '#b3672f', '#d98a45'],
    light: '#ff8a3c',
  },
  'jacket-harbour': {
    gear: 'top',
    pattern: 'squares',
    ground: '#1f4d5c',
    tones: ['#163944', '#2f7086', '#59a5b8'],
    light: '#59d6e8',
  },
  'trousers-autumn': {
    gear: 'pant',
    pattern: 'flecks',
    ground: '#7a3f22',
    tones: ['#562a15', '#a9602c', '#d6a24a'],
    light: '#ffb648',
  },
  'vest-ember': {
    gear: 'armour',
    pattern: 'stripes',
    ground: '#3a1c18',
    tones: ['#7d2a1e', '#d1532b', '#ffb648'],
    light: '#ff6a3c',
  },
  'helmet-aurora': {
    gear: 'helmet',
    pattern: 'shards',
    ground: '#2a2350',
    tones: ['#4a3d9a', '#3fc7a0', '#b6ffe0'],
    light: '#a98cff',
  },
}

/**
 * Draws the pictures of the demo's skins, which are kept in the repository: the gear of `web/art/`,
 * each with a coat of its own. Run it again when the drawings change.
 */
async function drawDemoSkins(): Promise<void> {
  await mkdir(target, { recursive: true })
  for (const [name, skin] of Object.entries(skins)) {
    const picture = Buffer.from(await compose(skin))
    const webp = await sharp(picture, { density: 216 })
      .resize(960, 720)
      .webp({ quality: 80 })
      .toBuffer()
    await writeFile(path.join(target, `${name}.webp`), webp)
    console.log(`${name}: ${(webp.length / 1000).toFixed(1)} kB`)
  }
}

async function compose({ gear, pattern, ground, tones, light }: Skin): Promise<string> {
  const drawing = await readFile(path.join(art, `${gear}.svg`), 'utf8')
  const item = drawing.slice(drawing.indexOf('>') + 1, drawing.lastIndexOf('<'))
  const coat = shapes[pattern].map((d, tone) => `<path fill="${tones[tone]}" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320" height="240">
    <path fill="#0c1610" d="M0 0h320v240H0z"/>
    <g fill="none" stroke="#1d3325" stroke-width="1.2">
      <path d="M-10 60q60-40 120-16t130-14 100 6M-10 110q50-30 110-10t130-6 110-12M-10 168q70 26 130 6t110 14 100-10M-10 214q60 16 140 2t200 10M40-10q-16 60 8 120t-12 140M280-10q22 70-4 130t14 130"/>
    </g>
    <g fill="${light}" fill-opacity=".07">
      <path d="M62 34 148 8l112 18 44 66-12 86-84 46-112-8-70-58 6-78z"/>
      <path d="M92 56 160 34l78 16 34 56-16 62-66 32-82-10-50-48 8-54z"/>
      <path d="M118 78 170 64l48 14 24 36-18 44-48 20-50-10-30-34z"/>
    </g>
    <path fill="none" stroke="#48654f" stroke-width="1.5" d="M28 34V18h16M292 34V18h-16M28 206v16h16M292 206v16h-16"/>
    ${item.replace('<g id="coat"/>', `<path fill="${ground}" d="M0 0h320v240H0z"/>${coat}`)}
  </svg>`
}

await drawDemoSkins()
