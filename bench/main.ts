import { benches } from './benches.ts'
import { writeFiguresPage } from './figures/page.ts'
import { keepRecord } from './figures/records.ts'
import { takeReports } from './report.ts'

const words = process.argv.slice(2)
const isRecorded = words.includes('--record')
const options = readOptions(words.filter((word) => word.startsWith('--') && word !== '--record'))
const wanted = words.filter((word) => !word.startsWith('--'))
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  refuse(`No figure ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  await bench(options)
  const reports = takeReports()
  if (!isRecorded || reports.figures.length === 0) continue
  const given = [...options].map(([option, value]) => `--${option}=${value}`)
  writeFiguresPage(keepRecord(name, ['npm run bench --', name, ...given].join(' '), reports))
}

function readOptions(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((word) => {
      const [, name, value] = /^--([a-z]+)=(.+)$/.exec(word) ?? []
      return name !== undefined && value !== undefined
        ? [name, value]
        : refuse(`${word} is not --name=value.`)
    }),
  )
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
