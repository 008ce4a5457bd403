import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { ApiProblem } from '#web/app/api-client.ts'
import { toast } from '#web/app/toasts.ts'
import { emptyDraft, readStoredDraft, type ListingDraft } from './listing-draft.ts'
import { useListingForm, type ListingFormState } from './use-listing-form.ts'

vi.mock(import('#web/app/toasts.ts'), async (original) => ({
  ...(await original()),
  toast: vi.fn(),
}))

type Options = Parameters<typeof useListingForm>[0]
const complete: ListingDraft = { ...emptyDraft, description: 'Le soir, à trois.' }

const saved: Options['save'] = async () => ({ kind: 'sent' })

/** The form as a page shows it first. */
function renderForm(options: Partial<Options> = {}): ListingFormState {
  const rendered: ListingFormState[] = []
  function Page() {
    const start = { start: emptyDraft, startRevision: null, knownName: 'sokol' }
    rendered.push(
      useListingForm({ formKey: 'new', change: 'made', ...start, save: saved, ...options }),
    )
    return null
  }
  renderToStaticMarkup(
    <Router ssrPath="/team/create">
      <Page />
    </Router>,
  )
  const [form] = rendered
  if (!form) throw new Error('not rendered')
  return form
}

const submit = ({ props }: ListingFormState) => props.onSubmit({ preventDefault: () => undefined })
/** Waits until everything that has been answered is handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(toast).mockClear()
})

test('the known Discord name fills the form until it is edited', () => {
  expect(renderForm().draft.discordUsername).toBe('sokol')
  const edited = { ...emptyDraft, discordUsername: '' }
  expect(renderForm({ start: edited }).draft.discordUsername).toBe('')
})

test('a change is stored, and forgotten once it is undone', () => {
  const form = renderForm()
  form.change('description', 'Le soir')
  expect(readStoredDraft('new')?.draft.description).toBe('Le soir')
  form.change('description', emptyDraft.description)
  expect(readStoredDraft('new')).toBeNull()
})

test('an incomplete listing is not sent, and its visitor is told why', () => {
  const save = vi.fn<Options['save']>(async () => ({ kind: 'sent' }))
  submit(renderForm({ save }))
  expect(save).not.toHaveBeenCalled()
  expect(toast).toHaveBeenCalledTimes(1)
})

test('only a listing that was sent leaves its name for the next one, and is announced', async () => {
  const refused = { kind: 'refused', problem: new ApiProblem('rate_limited', 429) } as const
  for (const [outcome, name] of [
    [refused, null],
    [{ kind: 'overtaken' }, null],
    [{ kind: 'sent' }, 'sokol'],
  ] as const) {
    const save = vi.fn<Options['save']>(async () => outcome)
    submit(renderForm({ save, start: complete }))
    await settled()
    expect(save.mock.lastCall?.[0]).toMatchObject({ description: 'Le soir, à trois.' })
    expect(localStorage.getItem('userDiscordUsername')).toBe(name)
    expect(toast).toHaveBeenCalledTimes(name === null ? 0 : 1)
  }
})
