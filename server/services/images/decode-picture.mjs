// @ts-check
// Runs as a process of its own for each picture: the file comes in, the WebP that we store goes
// out. A WebP of 300 kB can make libvips take 370 MB, which its header does not show, so the
// process ends itself when it takes too much. It contains neither the server nor its settings.
// Plain JavaScript, because a TypeScript file would load the compiler and its 14 MB.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const maxSidePixels = 1024
const quality = 82

/** For the whole process, which takes 70 MB before decoding; a millisecond can add some MB. */
const maxResidentBytes = 180_000_000
/** CPU time without the start of the process, which takes more than a photo on a slow machine. */
const maxProcessorMicroseconds = 800_000
const watchMilliseconds = 1

/** Undoes EXIF's orientations: mirrored from left to right, then rotated clockwise. */
const fixes = new Map([
  [2, { isMirrored: true, degrees: 0 }],
  [3, { isMirrored: false, degrees: 180 }],
  [4, { isMirrored: true, degrees: 180 }],
  [5, { isMirrored: true, degrees: 270 }],
  [6, { isMirrored: false, degrees: 90 }],
  [7, { isMirrored: true, degrees: 90 }],
  [8, { isMirrored: false, degrees: 270 }],
])

const [orientation, limitInputPixels] = process.argv.slice(2).map(Number)
const { isMirrored, degrees } = fixes.get(orientation ?? 1) ?? { isMirrored: false, degrees: 0 }

sharp.cache(false)
sharp.concurrency(1)
// Blocks all other decoders, whatever the file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'],
})
const picture = await buffer(process.stdin)
const start = process.cpuUsage()
const watch = setInterval(() => {
  const { user, system } = process.cpuUsage(start)
  if (process.memoryUsage.rss() > maxResidentBytes || user + system > maxProcessorMicroseconds) {
    // A normal exit would wait for the decoder. Only this line sends the signal, which
    // `encode-picture.ts` expects.
    process.kill(process.pid, 'SIGUSR2')
  }
}, watchMilliseconds)
try {
  const webp = await sharp(picture, { failOn: 'warning', limitInputPixels })
    .resize({
      width: maxSidePixels,
      height: maxSidePixels,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flop(isMirrored)
    .rotate(degrees)
    .webp({ quality })
    .toBuffer()
  process.stdout.write(webp)
} catch {
  // The bytes are not the picture that the header promises. `encode-picture.ts` expects this code.
  process.exitCode = 3
}
clearInterval(watch)
