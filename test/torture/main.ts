import { balanceRaces } from './balance-races.ts'
import { hostileImages } from './hostile-images.ts'
import { kills } from './kills.ts'
import { krKills } from './kr-kills.ts'
import { ledgerModel } from './ledger-model.ts'
import { lostWebhooks } from './lost-webhooks.ts'
import { oneKey } from './one-key.ts'
import { restarts } from './restarts.ts'
import type { Torture } from './torture.ts'
import { webhooks } from './webhooks.ts'

/** Every torture by its name; `npm run torture -- <name> --option=number`, without a name all. */
const tortures: Readonly<Record<string, Torture>> = {
  'balance-races': balanceRaces,
  'hostile-images': hostileImages,
  kills,
  'kr-kills': krKills,
  'ledger-model': ledgerModel,
  'lost-webhooks': lostWebhooks,
  'one-key': oneKey,
  restarts,
  webhooks,
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const settings = readSettings(process.argv.slice(2).filter((argument) => argument.startsWith('--')))
const unknown = wanted.filter((name) => !(name in tortures))
if (unknown.length > 0) {
  refuse(`No torture ${unknown.join(', ')}. There are: ${Object.keys(tortures).join(', ')}`)
}
const chosen = Object.entries(tortures).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
)
for (const name of settings.keys()) {
  if (!chosen.some(([, torture]) => name in torture.options)) refuse(`No option --${name} here.`)
}
for (const [name, torture] of chosen) {
  console.log(`\n${name}`)
  if (!(await torture.run(settings))) process.exitCode = 1
}

function readSettings(options: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    options.map((option) => {
      const [, name = '', number = ''] = /^--([a-z]+)=(\d+)$/.exec(option) ?? []
      return name === '' ? refuse(`${option} is not --name=number.`) : [name, Number(number)]
    }),
  )
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
