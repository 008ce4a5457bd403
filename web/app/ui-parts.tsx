import { useState } from 'react'
import { BarChart, ChartTable, SeriesMark } from '#web/ui/bar-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError, SelectField, TextArea, TextField } from '#web/ui/fields.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { NumberedSteps, PageHeading, Panel, Screen } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton, Spinner } from '#web/ui/loading.tsx'
import { ArrowMark, ChoiceMark, CloseMark, ColorMark } from '#web/ui/marks.tsx'
import { Notice, ToneMark } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'

const row = 'flex flex-wrap items-center gap-4'
const tones = ['info', 'success', 'warning', 'error'] as const
const bins = [3, 8, -2, 5, 0, 7]
const series = [
  { id: 'all', color: '#6bff4d', hatch: 'rising', valueOf: (value: number) => value },
] as const

/** Every part of `web/ui` in its states, for those who build pages: `/dev/ui` of `npm run dev`. */
export function UiParts() {
  const [isOn, setIsOn] = useState(true)
  const [choice, setChoice] = useState<string | null>('first')
  const [openDialog, setOpenDialog] = useState<'normal' | 'wide' | null>(null)
  return (
    <main className="page grid gap-8">
      <PageHeading eyebrow="PageHeading" title="Parts of web/ui" lead="Each in its states." />
      <Panel title="Button">
        {(['primary', 'secondary', 'quiet'] as const).map((tone) => (
          <div key={tone} className={`${row} mb-4`}>
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} size="large">
              large
            </Button>
            <Button
              tone={tone}
              size="square"
              aria-label="square"
              icon={<CloseMark className="size-5" />}
            />
            <Button tone={tone} disabled>
              disabled
            </Button>
            <Button tone={tone} pending pendingLabel="pendingLabel">
              pending
            </Button>
          </div>
        ))}
      </Panel>
      <Panel title="TextField, TextArea, SelectField, FieldError" className="grid gap-5">
        <TextField label="Label" hint="Hint" required />
        <TextField label="With an error" error="What is wrong" defaultValue="typed" />
        <TextField label="Disabled" disabled />
        <TextArea label="Lines" hint="Hint" />
        <SelectField
          label="Choice"
          all="all"
          values={['first', 'second']}
          labelOf={(value) => value}
          value={choice}
          onChange={setChoice}
        />
        <FieldError id="alone">An error alone</FieldError>
      </Panel>
      <Panel title="ChoiceGroup, ChoiceCard, Chip, Switch" tone="crystal">
        <ChoiceGroup legend="Legend" className="mb-5 grid gap-4 sm:grid-cols-2">
          {['first', 'second'].map((value) => (
            <ChoiceCard
              key={value}
              name="card"
              value={value}
              checked={value === choice}
              onChoose={setChoice}
              title={value}
              detail="detail"
              note="note"
              badge={<Badge>badge</Badge>}
            />
          ))}
        </ChoiceGroup>
        <div className={`${row} mb-5`}>
          <Chip type="checkbox" checked={isOn} onChange={setIsOn}>
            checkbox
          </Chip>
          <Chip type="radio" checked={!isOn} onChange={() => setIsOn(false)}>
            radio
          </Chip>
          <Chip type="checkbox" checked={false} disabled onChange={setIsOn}>
            disabled
          </Chip>
        </div>
        <Switch label="Switch" hint="Hint" checked={isOn} onChange={setIsOn} />
      </Panel>
      {tones.map((tone) => (
        <Notice
          key={tone}
          tone={tone}
          title={tone}
          action={<Button tone="secondary">Action</Button>}
        >
          What happened.
        </Notice>
      ))}
      <Panel title="Badge, KrText, marks" className={row}>
        {(['neutral', 'crystal', 'amber', 'loss'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <KrText>1,500 Kr</KrText>
        {tones.map((tone) => (
          <ToneMark key={tone} tone={tone} />
        ))}
        <ArrowMark className="size-6" />
        <ChoiceMark className="size-6" />
        <CloseMark className="size-6" />
        <ColorMark hex="#5fd3ff" className="size-6" />
      </Panel>
      <Panel title="Spinner, LoadingText, Skeleton">
        <Spinner label="Loading" className="size-8" />
        <LoadingText>Loading…</LoadingText>
        <Skeleton className="mt-4 h-16" />
      </Panel>
      <Panel title="BarChart, ChartTable">
        <BarChart
          id="chart"
          label="Values"
          bins={bins}
          series={series}
          smallestStep={1}
          formatTick={String}
          describe={String}
          placeOf={(value) => bins.indexOf(value)}
          dates={['first', 'middle', 'last']}
        >
          {(value) => (
            <p className={row}>
              <SeriesMark chartId="chart" seriesId="all" />
              <span>{value}</span>
            </p>
          )}
        </BarChart>
        <ChartTable
          label="Values"
          caption="Caption"
          columns={['Name', 'Value']}
          rows={bins.map((value, place) => [`${place + 1}`, String(value)])}
        />
      </Panel>
      <NumberedSteps steps={['NumberedSteps', 'second', 'third']} />
      <Panel title="Dialog" className={row}>
        {(['normal', 'wide'] as const).map((size) => (
          <Button key={size} onClick={() => setOpenDialog(size)}>
            {size}
          </Button>
        ))}
      </Panel>
      {openDialog !== null && (
        <Dialog
          title="Dialog"
          size={openDialog}
          closeLabel="Close"
          onClose={() => setOpenDialog(null)}
        >
          <TextField label="Has the focus" />
        </Dialog>
      )}
      <Screen eyebrow="Screen" title="A whole page" text="Such as the one that is not found.">
        <Button>Back</Button>
      </Screen>
    </main>
  )
}
