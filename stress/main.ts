import { writeFiguresPage } from '#bench/figures/page.ts'
import { keepRecord } from '#bench/figures/records.ts'
import { takeReports } from '#bench/report.ts'
import { recordNames, stressRuns } from './runs.ts'

const words = process.argv.slice(2)
const isRecorded = words.includes('--record')
const wanted = words.filter((word) => !word.startsWith('--'))
const shardOption = words.find((word) => word.startsWith('--shard='))
const given = words.filter(
  (word) => word.startsWith('--') && word !== '--record' && word !== shardOption,
)
const settings = readSettings(given)
const shard = readShard(shardOption)
const unknown = wanted.filter((name) => !(name in stressRuns))
if (unknown.length > 0) {
  refuse(`No stress run ${unknown.join(', ')}. There are: ${Object.keys(stressRuns).join(', ')}`)
}
const chosen = Object.entries(stressRuns).filter(
  ([name], index) =>
    (wanted.length === 0 || wanted.includes(name)) && index % shard.count === shard.index,
)
for (const name of settings.keys()) {
  if (!chosen.some(([, run]) => name in run.options)) refuse(`No option --${name} here.`)
}
for (const [name, stress] of chosen) {
  console.log(`\n${name}`)
  const isMet = await stress.run(settings).catch((error: unknown) => {
    console.error(error)
    return null
  })
  if (!isMet) process.exitCode = 1
  const reports = takeReports()
  if (!isRecorded || isMet === null || reports.figures.length === 0) continue
  const command = ['npm run stress --', name, ...given].join(' ')
  writeFiguresPage(keepRecord(recordNames[name] ?? name, command, reports))
}
// A run that threw may have left open what would keep this process alive.
process.exit()

function readSettings(options: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    options.map((option) => {
      const [, name = '', number = ''] = /^--([a-z]+)=(\d+)$/.exec(option) ?? []
      return name === '' ? refuse(`${option} is not --name=number.`) : [name, Number(number)]
    }),
  )
}

/** `--shard=2/3` is every third run from the second on, so that three machines share the night's work. */
function readShard(option = '--shard=1/1'): { readonly index: number; readonly count: number } {
  const [, number, count] = (/^--shard=(\d+)\/(\d+)$/.exec(option) ?? []).map(Number)
  if (number === undefined || count === undefined || number < 1 || number > count)
    return refuse(`${option} is not --shard=number/count.`)
  return { index: number - 1, count }
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
