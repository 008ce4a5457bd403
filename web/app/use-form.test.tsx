import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from './api-client.ts'
import { findFirstFault, useFieldErrors, useForm, type Form } from './use-form.ts'

type Options = Parameters<typeof useForm<'note'>>[0]

/** A form as rendered once, and a way to submit it. */
function renderForm(options: Partial<Options>) {
  const rendered: Form<'note'>[] = []
  function Page() {
    rendered.push(useForm({ send: async () => {}, explain: () => 'failed', ...options }))
    return null
  }
  renderToStaticMarkup(<Page />)
  const [form] = rendered
  if (!form) throw new Error('not rendered')
  const preventDefault = vi.fn()
  return { submit: () => form.props.onSubmit({ preventDefault }), preventDefault }
}

afterEach(() => void vi.unstubAllGlobals())

/** Waits until everything that has been answered is handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a form is sent once until the response arrives, in spite of a double press', async () => {
  const response = Promise.withResolvers<void>()
  const send = vi.fn(() => response.promise)
  const { submit, preventDefault } = renderForm({ send })
  submit()
  submit()
  expect(send).toHaveBeenCalledTimes(1)
  expect(preventDefault).toHaveBeenCalledTimes(2)
  response.resolve()
  await settled()
  submit()
  expect(send).toHaveBeenCalledTimes(2)
})

test('a form with errors is not sent', () => {
  const send = vi.fn(async () => {})
  renderForm({ send, validate: () => ({ note: 'empty' }) }).submit()
  expect(send).not.toHaveBeenCalled()
  renderForm({ send, validate: () => ({ note: false }) }).submit()
  expect(send).toHaveBeenCalledTimes(1)
})

test('a form that other buttons send is not submitted by the browser', () => {
  const preventDefault = vi.fn()
  function Page() {
    useFieldErrors().props.onSubmit({ preventDefault })
    return null
  }
  renderToStaticMarkup(<Page />)
  expect(preventDefault).toHaveBeenCalledTimes(1)
})

test('a failure is explained, an unknown one too, and the form can be sent again', async () => {
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  const explain = vi.fn(() => 'failed')
  const fault = new TypeError('broken')
  const send = vi.fn(async (): Promise<void> => {
    throw send.mock.calls.length === 1 ? new ApiProblem('timeout', 0) : fault
  })
  const { submit } = renderForm({ send, explain })
  submit()
  await settled()
  submit()
  await settled()
  expect(explain.mock.calls).toMatchObject([[{ code: 'timeout' }], [{ code: 'unexpected_answer' }]])
  // With its trace, where every other fault of a page is shown.
  expect(reportError.mock.calls).toEqual([[fault]])
})

test('the first faulty control in the order of the form gets the focus', () => {
  const controls = [
    { name: 'steamId' },
    {},
    { name: 'reason' },
    { name: 'reason' },
    { name: 'note' },
  ]
  expect(findFirstFault(controls, { note: 'empty', reason: 'empty' })).toBe(controls[2])
  expect(findFirstFault(controls, { steamId: null, note: false })).toBeUndefined()
})
