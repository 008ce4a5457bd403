import { randomUUID } from 'node:crypto'
import { registerHooks } from 'node:module'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { z } from 'zod'
import type { SourceFile } from './source-files.ts'

const workflowShape = z.object({
  permissions: z.record(z.string(), z.string()).optional(),
  concurrency: z.object({ group: z.string() }).optional(),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number().optional(),
      permissions: z.unknown().optional(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
})

/** The faults that GitHub's own validator, the one of its editor extension, finds in a workflow. */
export async function validateWorkflow({ path, text }: SourceFile): Promise<string[]> {
  const { validate } = await loadLanguageService()
  // The validator caches a file by its address, even when its text has changed.
  const address = `file:///${randomUUID()}/${path}`
  const diagnostics = await validate(TextDocument.create(address, 'yaml', 1, text))
  return diagnostics.map(({ range, message }) => {
    const sentence = typeof message === 'string' ? message : message.value
    return `${path}:${range.start.line + 1} ${sentence}`
  })
}

/**
 * The package imports JSON without `with { type: 'json' }`, which bundlers allow and Node does not.
 * https://github.com/actions/languageservices
 */
async function loadLanguageService() {
  const hooks = registerHooks({
    load: (url, context, nextLoad) =>
      url.endsWith('.json')
        ? nextLoad(url, { ...context, importAttributes: { type: 'json' } })
        : nextLoad(url, context),
  })
  try {
    return await import('@actions/languageservice')
  } finally {
    hooks.deregister()
  }
}

/**
 * Our requirements for a valid workflow: read permission only, a time limit, no two runs of the same at
 * once, actions pinned by commit, and no token left on the disk for the packages that run.
 */
export function findLooseEnds({ path, text }: SourceFile): string[] {
  const { permissions, concurrency, jobs } = workflowShape.parse(parse(text))
  const mayOnlyRead = JSON.stringify(permissions) === JSON.stringify({ contents: 'read' })
  return [
    ...(mayOnlyRead ? [] : ['may do more than read']),
    ...(concurrency ? [] : ['has no concurrency group']),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(job['timeout-minutes'] === undefined ? [`${name} has no time limit`] : []),
      ...(job.permissions === undefined ? [] : [`${name} has permissions of its own`]),
      ...job.steps
        .filter((step) => step.uses?.startsWith('actions/checkout@'))
        .filter((step) => step.with?.['persist-credentials'] !== false)
        .map(() => `${name} leaves its token on the disk`),
    ]),
    ...[...text.matchAll(/uses: (.*)/g)]
      .map(([, action = '']) => action)
      .filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      .map((action) => `${action} is not pinned to a commit with its version beside it`),
  ].map((fault) => `${path} ${fault}`)
}
