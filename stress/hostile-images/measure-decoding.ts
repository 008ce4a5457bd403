import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { picture } from '#test/factories/pictures.ts'
import { howDecodingEnds } from './bombs.ts'

/**
 * A process that makes a WebP of the file on its standard input, and prints the cost as JSON. Linux
 * only: its `/proc` records the peak memory of each process.
 */
const log = pino({ level: 'silent' })
const bytes = await buffer(process.stdin)
// Loads everything with a first picture, which does not count.
await encodePicture({ log }, await picture())
global.gc?.()
writeFileSync('/proc/self/clear_refs', '5')
const restKilobytes = readKilobytes('self', 'VmRSS')

let childrenKilobytes = 0
const watch = setInterval(() => {
  for (const task of readdirSync('/proc/self/task')) {
    for (const child of readText(`/proc/self/task/${task}/children`).split(' ')) {
      if (child === '') continue
      childrenKilobytes = Math.max(childrenKilobytes, readKilobytes(child, 'VmHWM'))
    }
  }
}, 1)
const start = performance.now()
const end = await howDecodingEnds(log, bytes)
const milliseconds = performance.now() - start
clearInterval(watch)
const kilobytes = readKilobytes('self', 'VmHWM') - restKilobytes + childrenKilobytes
process.stdout.write(JSON.stringify({ end, milliseconds, megabytes: (kilobytes * 1024) / 1e6 }))

function readKilobytes(process: string, name: string): number {
  const [, digits = '0'] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readText(`/proc/${process}/status`)) ?? []
  return Number(digits)
}

/** Empty for a process that has ended meanwhile. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
