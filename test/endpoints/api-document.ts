import { readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import '#test/pages-site.ts'
import { routes as pages } from '#web/app/routes.tsx'
import { readAccessTable } from './access-table.ts'
import { nameOf, routeOf, type Example } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { callers, type Caller } from './people.ts'

const introduction = `# Every address of the server

Made from the endpoints of \`contract/\`. A test fails when this file is out of date; \`npx vitest run test/endpoints/access.test.ts -u\` rewrites it.

- **Name** is that of the endpoint in the file above its table: its answer is explained there. A refusal is a \`Problem\` of \`contract/problem.ts\`.
- **Who** comes from [access.md](../test/endpoints/access.md), which explains the names and lists the answer to each of them; for the staff it is the right that they need (\`domain/rights.ts\`). A page of another site can change nothing (\`foreign_origin\`).
- **Sends** lists the fields of the JSON body, or after \`?\` those of the query. A field with \`?\` at its end is optional.
- The names below \`/functions/v1/\` are fixed by the specification; new endpoints go below \`/api/\`.

\`server/http/app.ts\` shows the middleware of all requests.`

const pagesIntroduction = `## Pages

\`GET\` returns the page in the visitor's language, or in that of \`?lang=\` (\`server/http/pages/page-routes.ts\`). Beside the pages are \`/assets/*\` and the files of \`web/public/\`.`

/** The text of `docs/api.md`: the endpoints by their file in `contract/`, then the pages. */
export async function describeApi(): Promise<string> {
  const access = readAccessTable()
  const sections = new Map<string, string[]>()
  for (const [file, name, endpoint] of await listEndpoints()) {
    for (const example of endpoints.filter((one) => routeOf(one) === routeOf(endpoint))) {
      const answers = access.get(nameOf(example))
      const cells = [
        `\`${nameOf(example)}\``,
        `\`${name}\``,
        endpoint.who === 'anybody' ? answers && describeCallers(answers) : `\`${endpoint.who}\``,
        describeFields(example),
        answers ? describeAnswer(answers) : '',
      ]
      sections.set(file, [...(sections.get(file) ?? []), `| ${cells.join(' | ')} |`])
    }
  }
  const tables = [...sections].map(([file, rows]) =>
    [
      `## \`contract/${file}\``,
      '',
      '| Endpoint | Name | Who | Sends | Gets |',
      '| - | - | - | - | - |',
      ...rows,
    ].join('\n'),
  )
  const pageList = pages()
    .map(({ path: page }) => `\`${page}\``)
    .join(', ')
  return `${[introduction, ...tables, pagesIntroduction, pageList].join('\n\n')}\n`
}

const folder = path.resolve(import.meta.dirname, '../../contract')

/** Every endpoint of the contract, with its file and its name there. */
export async function listEndpoints(): Promise<[file: string, name: string, Endpoint][]> {
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.toSorted().map(async (file): Promise<[string, object]> => {
      return [file, await import(path.join(folder, file))]
    }),
  )
  return modules.flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, value]): [string, string, Endpoint][] =>
      isEndpoint(value) ? [[file, name, value]] : [],
    ),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

type Answers = Readonly<Record<Caller, string>>

const groups: Readonly<Record<string, string>> = {
  'owner, other user, admin by Discord': 'anybody signed in',
  'owner, other user, admin by Discord, forged, right secret, other secret':
    'anybody signed in or with a secret',
}

/** Roles of the staff are answered like any account where no right is needed. */
const untold: ReadonlySet<Caller> = new Set(['foreign page', 'manager', 'support', 'moderator'])

/** The callers whose answer differs from a stranger's, or everybody. */
function describeCallers(answers: Answers): string {
  const allowed = listAllowed(answers)
  if (allowed.length > 0) return groups[allowed.join(', ')] ?? allowed.join(', ')
  if (isRefusal(answers.anonymous)) return 'nobody'
  return answers.owner.endsWith(' own') ? 'anybody, their own' : 'anybody'
}

function describeAnswer(answers: Answers): string {
  const [caller = 'anonymous'] = listAllowed(answers)
  const [answer = ''] = answers[caller].split(' ')
  return isRefusal(answer) ? `in the example \`${answer}\`` : answer
}

function listAllowed(answers: Answers): Caller[] {
  const [toStrangers] = answers.anonymous.split(' ')
  return callers.filter((caller) => {
    const [answer = ''] = answers[caller].split(' ')
    return !untold.has(caller) && answer !== toStrangers && answer !== 'forbidden'
  })
}

function isRefusal(answer: string): boolean {
  return !/^\d/.test(answer)
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  anyOf: z.array(z.unknown()).default([]),
})

function describeFields({ body, query }: Example): string {
  return [...(body ? [listFields(body)] : []), ...(query ? [`? ${listFields(query)}`] : [])].join(
    ' ',
  )
}

function listFields(contract: z.core.$ZodType): string {
  const schema = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' })
  return listProperties(schema).join(', ')
}

function listProperties(schema: unknown): string[] {
  const { properties, required, anyOf } = objectSchema.parse(schema)
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? `\`${name}\`` : `\`${name}?\``,
  )
  return anyOf.length === 0
    ? names
    : [anyOf.map((one) => listProperties(one).join(', ')).join(' or ')]
}
