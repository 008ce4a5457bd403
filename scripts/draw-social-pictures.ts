import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import sharp from 'sharp'
import type * as Drawing from '#web/app/renderer/social-picture.tsx'
import { findChromium } from './chromium.ts'
import { bundleRenderer } from './web-build/bundle.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'site/public/social')

/**
 * Draws the previews of shared links, which are kept in the repository. Run it again when the
 * drawings or the brand change.
 */
async function drawSocialPictures(): Promise<void> {
  // In the repository, so that the bundle finds its external packages.
  const workDirectory = await mkdtemp(join(root, 'dist/social-'))
  const { executablePath, env } = await findChromium(process.env)
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
  try {
    await bundleRenderer(workDirectory, 'social-picture.tsx')
    const drawing: typeof Drawing = await import(
      pathToFileURL(join(workDirectory, 'social-picture.js')).href
    )
    await mkdir(target, { recursive: true })
    for (const name of drawing.socialPictureNames) {
      const svg = drawing.renderSocialPicture({
        name,
        island: await dataAddress('web/art/island.svg'),
        crystals: await dataAddress('web/public/packs/10000.svg'),
        board: `${await dataAddress('web/art/start-pictures.svg')}#rules`,
      })
      const jpeg = await sharp(await photograph(browser, svg))
        .jpeg({ quality: 76, mozjpeg: true, chromaSubsampling: '4:4:4' })
        .toBuffer()
      await writeFile(join(target, `${name}.jpg`), jpeg)
      console.log(`${name}: ${(jpeg.length / 1000).toFixed(1)} kB`)
    }
  } finally {
    await browser.close()
    await rm(workDirectory, { recursive: true, force: true })
  }
}

async function photograph(browser: Browser, svg: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const font = await readFile(join(root, 'web/ui/fonts/tektur-latin.woff2'), 'base64')
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: Tektur; font-weight: 500 800; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0 }
    svg { display: block }
  </style>${svg}`)
  await page.evaluate(async () => {
    await document.fonts.load('800 104px Tektur')
  })
  const picture = await page.screenshot()
  await page.close()
  return picture
}

async function dataAddress(svgFile: string): Promise<string> {
  return `data:image/svg+xml;base64,${await readFile(join(root, svgFile), 'base64')}`
}

await drawSocialPictures()
// The message compiler's timers would keep the process running.
process.exit()
