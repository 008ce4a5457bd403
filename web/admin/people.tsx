import { useRef, useState, type RefObject } from 'react'
import { discordUsername } from '#contract/fields.ts'
import {
  addPerson,
  changePerson,
  discordId as discordIdShape,
  listPeople,
  readAccessCode,
  removePerson,
  type Person,
} from '#contract/people.ts'
import { staffRoles, type StaffRole } from '#domain/rights.ts'
import { longestName } from '#domain/text-limits.ts'
import { AskButton, ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { inWords } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function PeopleSection() {
  const loaded = useAdminQuery(listPeople)
  const list = useRef<HTMLUListElement>(null)
  return (
    <LoadedSection
      title={m.admin_people()}
      lead={m.admin_people_lead()}
      loaded={loaded}
      skeletons={<Skeleton className="h-72" />}
    >
      {(people) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <div>
            {people.length === 0 && <Notice title={m.admin_people_none()} />}
            <ul
              ref={list}
              tabIndex={-1}
              aria-label={m.admin_people()}
              className="border-line not-empty:border-t"
            >
              {people.map((person) => (
                <li key={person.discordId} className="border-b border-line py-4">
                  <PersonRow person={person} list={list} />
                </li>
              ))}
            </ul>
          </div>
          <div className="grid gap-8">
            <AddPersonPanel />
            <AccessCodePanel />
          </div>
        </div>
      )}
    </LoadedSection>
  )
}

interface PersonRowProps {
  readonly person: Person
  /** Gets the focus once the person is gone. */
  readonly list: RefObject<HTMLElement | null>
}

function PersonRow({ person, list }: PersonRowProps) {
  const { discordId, name, username, role, isInSettings, lastSeenAt } = person
  const [asked, setAsked] = useState<'role' | 'removal' | null>(null)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span translate="no" className="font-display font-semibold wrap-anywhere">
            {name}
          </span>
          <Badge tone={role === 'owner' ? 'crystal' : 'neutral'}>{m.admin_role({ role })}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">
          <span translate="no">
            {username === null ? discordId : `@${username} · ${discordId}`}
          </span>
          <span>{' · '}</span>
          {lastSeenAt === null ? (
            <span>{m.admin_people_never_seen()}</span>
          ) : (
            <span>
              {m.admin_people_last_seen()}{' '}
              <time dateTime={lastSeenAt}>{inWords(lastSeenAt, { dateStyle: 'medium' })}</time>
            </span>
          )}
        </p>
        {isInSettings && <p className="mt-1 text-sm text-muted">{m.admin_people_in_settings()}</p>}
      </div>
      {!isInSettings && (
        <div className="flex flex-wrap gap-3">
          <Button
            tone="secondary"
            aria-label={m.admin_people_change_label({ name })}
            onClick={() => setAsked('role')}
          >
            {m.admin_people_change()}
          </Button>
          <Button
            tone="quiet"
            aria-label={m.admin_people_remove_label({ name })}
            onClick={() => setAsked('removal')}
          >
            {m.admin_people_remove()}
          </Button>
        </div>
      )}
      {asked === 'role' && <RoleDialog person={person} onClose={() => setAsked(null)} />}
      {asked === 'removal' && (
        <ConfirmDialog
          title={m.admin_people_remove_question({ name })}
          failureTitle={m.admin_people_failed()}
          submit={m.admin_people_remove()}
          pending={m.admin_people_removing()}
          send={() => adminCall(removePerson, { params: { discordId } })}
          onDone={() => {
            finish(m.admin_people_removed({ name }))
            requestAnimationFrame(() => list.current?.focus())
          }}
          onClose={() => setAsked(null)}
          refresh={refreshPeople}
        >
          {m.admin_people_remove_text()}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface DialogProps {
  readonly person: Person
  readonly onClose: () => void
}

function RoleDialog({ person: { discordId, name, ...person }, onClose }: DialogProps) {
  const [role, setRole] = useState(person.role)
  return (
    <ConfirmDialog
      title={m.admin_people_change_label({ name })}
      failureTitle={m.admin_people_failed()}
      submit={m.admin_people_change()}
      pending={m.admin_saving()}
      send={() => adminCall(changePerson, { params: { discordId }, body: { role } })}
      onDone={() => finish(m.admin_people_changed({ name }))}
      onClose={onClose}
      refresh={refreshPeople}
    >
      <RoleField role={role} onChange={setRole} />
    </ConfirmDialog>
  )
}

interface RoleFieldProps {
  readonly role: StaffRole
  readonly onChange: (role: StaffRole) => void
}

function RoleField({ role, onChange }: RoleFieldProps) {
  return (
    <div className="text-ink">
      <RadioFilter
        label={m.admin_people_role()}
        values={staffRoles}
        labelOf={(one) => m.admin_role({ role: one })}
        value={role}
        onChange={onChange}
      />
      <p aria-live="polite" className="mt-3 text-sm text-muted">
        {m.admin_role_text({ role })}
      </p>
    </div>
  )
}

function AddPersonPanel() {
  const [account, setAccount] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('moderator')
  // Discord shows names with an @.
  const given = account.trim().replace(/^@/, '')
  const isId = discordIdShape.safeParse(given).success
  const typed = isId ? name.trim() : given
  const form = useForm<'account' | 'name'>({
    validate: () => ({
      account: given === '' && m.admin_people_account_empty(),
      name: isId && !discordUsername.safeParse(typed).success && m.admin_people_name_empty(),
    }),
    send: async () => {
      const body = { ...(isId && { discordId: given }), name: typed, role }
      const added = await adminCall(addPerson, { body })
      finish(m.admin_people_added({ name: added.name }))
      setAccount('')
      setName('')
    },
    explain: (problem) =>
      problem.errors.some(({ code }) => code === 'account_unknown')
        ? { account: m.admin_people_unknown() }
        : failureText(problem),
  })
  const field = (key: 'account' | 'name', value: string, change: (text: string) => void) => ({
    name: key,
    error: form.errors[key],
    required: true,
    readOnly: form.isPending,
    maxLength: longestName,
    autoComplete: 'off',
    spellCheck: false,
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
  })
  return (
    <Panel title={m.admin_people_add_title()}>
      <form {...form.props} className="grid gap-5">
        <TextField
          {...field('account', account, setAccount)}
          label={m.admin_people_account()}
          hint={m.admin_people_account_hint()}
          autoCapitalize="none"
        />
        {isId && <TextField {...field('name', name, setName)} label={m.admin_people_name()} />}
        <RoleField role={role} onChange={setRole} />
        <FormFailure title={m.admin_people_failed()} form={form} />
        <Button type="submit" pending={form.isPending} pendingLabel={m.admin_saving()}>
          {m.admin_people_add()}
        </Button>
      </form>
    </Panel>
  )
}

function AccessCodePanel() {
  const { value } = useAdminQuery(readAccessCode)
  const enabled = value?.enabled ?? true
  if (value === null) return null
  const action = enabled ? m.admin_people_code_switch_off() : m.admin_people_code_switch_on()
  return (
    <Panel title={m.admin_code()}>
      <p className="mb-4 text-muted">
        {enabled ? m.admin_people_code_on() : m.admin_people_code_off()}
      </p>
      <AskButton
        tone="secondary"
        label={action}
        done={enabled ? m.admin_people_code_off_done() : m.admin_people_code_on_done()}
        title={m.admin_people_code_question({ action })}
        failureTitle={m.admin_people_failed()}
        pending={m.admin_saving()}
        send={() => {
          const params = { discordId: 'access-code' } as const
          return adminCall(changePerson, { params, body: { enabled: !enabled } })
        }}
        refresh={refreshPeople}
      >
        {enabled ? m.admin_people_code_off_text() : m.admin_people_code_on_text()}
      </AskButton>
    </Panel>
  )
}

function finish(title: string): void {
  toast({ title, tone: 'success' })
  refreshPeople()
}

function refreshPeople(): void {
  refreshFigures(listPeople, readAccessCode)
}
