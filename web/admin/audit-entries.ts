import type { AuditEntryView } from '#contract/admin-kryptonite.ts'

/** Something that an admin changed: what it was, and what it is now. */
export interface AuditChange {
  readonly field: string
  /** Absent where there was none to tell of. */
  readonly from?: unknown
  readonly to?: unknown
}

/** What changed, field by field; what stayed the same is left out. */
export function auditChanges({
  before,
  after,
}: Pick<AuditEntryView, 'before' | 'after'>): readonly AuditChange[] {
  const old = toFields(before)
  const now = toFields(after)
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  return fields.flatMap((field) => {
    const change = {
      field,
      ...(field in old && { from: old[field] }),
      ...(field in now && { to: now[field] }),
    }
    const isSame = field in old && JSON.stringify(old[field]) === JSON.stringify(now[field])
    return isSame ? [] : [change]
  })
}

/** What a thing is called, and whose it is, where that was written down; as it was before the change. */
export function describeSubject({ before, after }: Pick<AuditEntryView, 'before' | 'after'>) {
  const { name, itemName, listedBy, steamId } = { ...toFields(after), ...toFields(before) }
  return {
    name: toText(name) ?? toText(itemName) ?? toText(listedBy),
    steamId: toText(steamId),
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** `order:3f2a…` as its kind and which one. */
export function splitReference(reference: string): { readonly kind: string; readonly id: string } {
  const [kind = ''] = reference.split(':', 1)
  return { kind, id: reference.slice(kind.length + 1) }
}
