import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeLimit, describeMeasured, isMet, type Figure } from './figure.ts'
import { goals, type Goal } from './goals.ts'
import { readRecords, type FigureRecord, type FigureRecords } from './records.ts'
import { shortfalls } from './shortfalls.ts'

const file = path.resolve(import.meta.dirname, '../../docs/figures.md')

export function writeFiguresPage(records: FigureRecords = readRecords()): void {
  writeFileSync(file, renderFigures(records))
}

/** `docs/figures.md`: a row for each goal and run, then the reasons for missed goals. */
export function renderFigures(records: FigureRecords): string {
  const rows = goals.flatMap((goal) => goal.runs.map((run) => row(goal, run, records[run])))
  const why = goals.flatMap(({ id }) => {
    const reason = shortfalls[id]
    return reason === undefined ? [] : [`- **${id}** ${reason.replaceAll(/\s+/g, ' ')}`]
  })
  const runs = Object.entries(records).map(([name, record]) => runRow(name, record))
  return `# Figures

Our goals, and the figures of the last runs. \`npm run bench -- <run> --record\` and \`npm run stress -- <run> --record\` repeat a run and write this page from \`docs/figures.json\`; do not edit it by hand. Both speeds of a ratio are from the same run.

| Goal | What | Limit | Run | Figures | |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## What falls short, and why

${why.join('\n')}

## Where and when

| Run | Command | Date | Commit | Machine | How much |
| --- | --- | --- | --- | --- | --- |
${runs.join('\n')}
`
}

function row(goal: Goal, run: string, record: FigureRecord | undefined): string {
  return cells([
    goal.id,
    goal.what,
    goal.limit,
    `\`${run}\``,
    record ? figuresAbout(goal, record).map(describe).join('<br>') : 'not measured',
    record ? verdicts[judge(goal, record)] : '—',
  ])
}

const verdicts = {
  missed: '**missed**',
  'no limit': 'no limit in this run',
  reached: 'reached',
  'reached smaller': 'reached in a smaller run',
}

/** Whether a run meets a goal. */
export function judge(goal: Goal, record: FigureRecord): keyof typeof verdicts {
  const figures = figuresAbout(goal, record)
  if (!figures.every(isMet)) return 'missed'
  if (figures.every(({ limit }) => limit === null)) return 'no limit'
  return isOfFullSize(record) ? 'reached' : 'reached smaller'
}

/** A record may be older than the goal's limit, which then replaces its own. */
function figuresAbout({ figures, limits = [] }: Goal, record: FigureRecord): Figure[] {
  return record.figures
    .filter(({ what }) => figures?.test(what) ?? true)
    .map((figure) => {
      const current = limits.find(([words]) => words.test(figure.what))
      return current ? { ...figure, limit: current[1] } : figure
    })
}

/** Whether a run had its default size; a seed does not change it. */
function isOfFullSize({ command }: FigureRecord): boolean {
  return !/ --(?!seed=)[a-z]+=/.test(command)
}

function describe(figure: Figure): string {
  const limit = describeLimit(figure)
  const words = `${figure.what}: ${describeMeasured(figure)}${limit === '' ? '' : ` (${limit})`}`
  return isMet(figure) ? words : `**${words}**`
}

function runRow(name: string, { command, date, commit, machine, notes }: FigureRecord): string {
  return cells([`\`${name}\``, `\`${command}\``, date, commit, machine, notes.join('<br>')])
}

function cells(texts: readonly string[]): string {
  return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
}
