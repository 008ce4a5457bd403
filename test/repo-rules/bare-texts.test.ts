import { expect, it } from 'vitest'
import { findBareTexts } from './bare-texts.ts'

it('no text of the pages stands bare beside what can change', () => {
  expect(findBareTexts()).toEqual([])
})

it('the check finds texts that a translator takes from React, and no others', () => {
  const found = findBareTexts({
    'web/ui/marks.tsx': `
      import type { ReactNode } from 'react'
      import { m } from '#web/i18n/paraglide/messages.js'
      const Gone = () => (Math.random() > 1 ? null : <b />)
      const Name = () => 'name'
      interface Props { on: boolean; names: readonly string[]; node: ReactNode }
      export const Sample = ({ on, names, node }: Props) => (
        <div>
          <p>{on && <b />}after a condition</p>
          <p>{on ? <b /> : null}{m.cart_title()}</p>
          <p>{names.map((name) => <b key={name} />)}after a list</p>
          <p><Gone />after a part that can be missing</p>
          <p><b />{on && 'that is conditional'}</p>
          <p><b />{names.length}</p>
          <p><b />{node}</p>
          <p>{names}</p>
          <p><b /><>{on && <b />}in a fragment</></p>
          <p><Name /></p>
          <p>{on && <b />}<span>{names[0]}</span></p>
          <p>before a condition {on && <b />}</p>
          <p><b />beside what stays {m.cart_title()}</p>
          <p>{on ? \`alone \${names.length}\` : <b />}</p>
        </div>
      )
    `,
  })
  expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'after a condition',
    '{m.cart_title()}',
    'after a list',
    'after a part that can be missing',
    "{on && 'that is conditional'}",
    '{names.length}',
    '{node}',
    '{names}',
    'in a fragment',
    '<Name />',
  ])
})
