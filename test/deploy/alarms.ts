import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '#test/repo-rules/source-files.ts'

export interface Alarm {
  readonly name: string
  readonly expression: string
  /** The metrics of its expression; a histogram by its base name. */
  readonly metrics: readonly string[]
  readonly severity: string
  readonly summary: string
}

const rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string() }),
})

const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })),
})

/** The alarms of deploy/prometheus/alerts.yml. Throws when the file has another shape. */
export function readAlarms(): Alarm[] {
  const text = readFileSync(path.join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  return ruleFile.parse(parse(text)).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, labels, annotations }) => ({
      name: alert,
      expression: expr,
      metrics: [...expr.matchAll(/\b(?:kryptonique|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_bucket$/, ''),
      ),
      severity: labels.severity,
      summary: annotations.summary,
    })),
  )
}
