import { useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { listSections, resetSection, saveSection, type SectionView } from '#contract/site.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { subscribeToSite } from '#web/app/site.ts'
import { toast } from '#web/app/toasts.ts'
import { textFields, useForm, type FieldErrors } from '#web/app/use-form.ts'
import type { Elements } from '#web/ui/elements.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { useDraft } from '#web/admin-kit/drafts.ts'
import { Conflict, EditButtons, editKeys } from '#web/admin-kit/edit-form.tsx'
import { EditHistory } from '#web/admin-kit/edit-history.tsx'

type FaultText = string | false | null | undefined

/** The names of objects on the way to a fault in a value. */
type Place = readonly PropertyKey[]

/** How a section of the site is a form: what is typed, what that means, and its words. */
export interface SectionDefinition<
  Typed extends Readonly<Record<Field, string>>,
  Field extends string,
> {
  readonly name: 'discord' | 'goal' | 'monetisation'
  /** What is typed, and of which version of the saved value it is a change. */
  readonly draftShape: z.ZodMiniType<{ readonly version: number | null; readonly typed: Typed }>
  readonly valueShape: z.ZodMiniType
  readonly typedFrom: (value: unknown) => Typed
  readonly valueFrom: (typed: Typed) => unknown
  readonly faultsAt: (places: readonly Place[]) => FieldErrors<Field>
  /** A value in words, to compare two of them. */
  readonly inWords: (value: unknown) => string
  /** How things stand with the saved value, above the form. */
  readonly State: ComponentType<{ readonly value: unknown }>
  readonly resetKind: 'file' | 'goal'
  readonly title: () => string
  readonly lead: () => string
  readonly saved: () => string
  readonly failed: () => string
  readonly refresh: () => void
}

export interface SectionFields<Typed, Field extends string> {
  readonly typed: Typed
  readonly change: (changes: Partial<Typed>) => void
  /** What a text field needs. */
  readonly field: ReturnType<typeof textFields<Field>>
  /** As the server has them, this one too. */
  readonly sections: readonly SectionView[]
}

interface SectionEditorProps<Typed extends Readonly<Record<Field, string>>, Field extends string> {
  readonly definition: SectionDefinition<Typed, Field>
  readonly children: (fields: SectionFields<Typed, Field>) => Elements
}

/** A section of the site in all its states: how it stands, its form and its history. */
export function SectionEditor<Typed extends Readonly<Record<Field, string>>, Field extends string>(
  props: SectionEditorProps<Typed, Field>,
) {
  const { name, title, lead, inWords, faultsAt, failed, State, resetKind, refresh } =
    props.definition
  const sections = useAdminQuery(listSections)
  useLiveRefresh(sections.refresh, subscribeToSite)
  return (
    <LoadedSection
      title={title()}
      lead={lead()}
      level={3}
      loaded={{
        ...sections,
        value: sections.value?.find(({ section }) => section === name) ?? null,
      }}
      skeletons={<Skeleton className="h-64" />}
    >
      {(section) => (
        <>
          <State value={section.value} />
          <SectionForm {...props} section={section} sections={sections.value ?? []} />
          <EditHistory
            name={`site/${name}`}
            textOf={inWords}
            fileValue={section.fileValue}
            resetKind={resetKind}
            onReset={
              JSON.stringify(section.value) === JSON.stringify(section.fileValue)
                ? null
                : () =>
                    adminCall(resetSection, {
                      params: { section: name },
                      query: { version: section.version },
                    })
            }
            onRestore={(value) => save(name, value, section.version)}
            faultOf={({ path }) => {
              const [fault] = Object.values<FaultText>(faultsAt([placeOf(path)]))
              return fault || failed()
            }}
            onChanged={refresh}
          />
        </>
      )}
    </LoadedSection>
  )
}

function save(
  section: SectionDefinition<never, never>['name'],
  value: unknown,
  version: number | null,
) {
  return adminCall(saveSection, { params: { section }, body: { value, version } })
}

/** The server names the value's own place first. */
function placeOf(path: string): Place {
  return path.split('.').slice(1)
}

interface SectionFormProps<
  Typed extends Readonly<Record<Field, string>>,
  Field extends string,
> extends Pick<SectionEditorProps<Typed, Field>, 'definition' | 'children'> {
  readonly section: SectionView
  readonly sections: readonly SectionView[]
}

/** What is typed stays until it is saved or discarded. */
function SectionForm<Typed extends Readonly<Record<Field, string>>, Field extends string>({
  definition,
  section,
  sections,
  children,
}: SectionFormProps<Typed, Field>) {
  const { name, valueFrom, faultsAt, refresh } = definition
  const [draft, setDraft, endDraft] = useDraft(name, definition.draftShape)
  const { version, typed } = draft ?? {
    version: section.version,
    typed: definition.typedFrom(section.value),
  }
  const [theirs, setTheirs] = useState<NonNullable<ApiProblem['current']> | null>(null)
  const form = useForm<Field>({
    validate: () => {
      const { issues = [] } = definition.valueShape.safeParse(valueFrom(typed)).error ?? {}
      return faultsAt(issues.map(({ path }) => path))
    },
    send: async () => {
      const value = valueFrom(typed)
      try {
        await save(name, value, version)
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.current === null) throw problem
        // Where they have saved the same, as another tab with the same draft does, nobody has to choose.
        if (definition.inWords(problem.current.value) !== definition.inWords(value)) {
          setTheirs(problem.current)
          return
        }
      }
      setTheirs(null)
      endDraft()
      toast({ title: definition.saved(), tone: 'success' })
      refresh()
    },
    explain: (problem) => {
      const refused = faultsAt(problem.errors.map(({ path }) => placeOf(path)))
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  function write(next: Typed): void {
    if (!form.isPending) setDraft({ version, typed: next })
  }

  /** The pressed button goes, so the focus moves to the one that stays. */
  function focusSave(): void {
    form.props.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }

  function discard(): void {
    setTheirs(null)
    setDraft(null)
    focusSave()
  }

  return (
    // The keys of the fields bubble to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form.props}
      onKeyDown={editKeys(null)}
      aria-label={definition.title()}
      className="cut cut-size-20 p-5 sm:p-7"
    >
      {children({
        typed,
        change: (changes) => write({ ...typed, ...changes }),
        field: textFields(form, typed, (field, text) => write({ ...typed, [field]: text })),
        sections,
      })}
      <FormFailure title={definition.failed()} form={form} className="mt-6" />
      {theirs && (
        <div className="mt-6">
          <Conflict
            mine={definition.inWords(valueFrom(typed))}
            theirs={definition.inWords(theirs.value)}
            onKeepMine={() => {
              focusSave()
              flushSync(() => setDraft({ version: theirs.version, typed }))
              form.props.ref.current?.requestSubmit()
            }}
            onTakeTheirs={() => {
              refresh()
              discard()
            }}
          />
        </div>
      )}
      <div className="mt-6">
        <EditButtons isPending={form.isPending} onClose={null} onDiscard={draft ? discard : null} />
      </div>
    </form>
  )
}
