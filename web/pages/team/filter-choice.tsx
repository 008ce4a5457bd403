import { useId } from 'react'

interface FilterChoiceProps<Value> {
  readonly legend: string
  readonly choices: readonly {
    readonly value: Value
    readonly label: string
    /** What the label means. */
    readonly detail?: string
  }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few, side by side. */
export function FilterChoice<Value>({
  legend,
  choices,
  chosen,
  onChoose,
}: FilterChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-display font-semibold">{legend}</legend>
      <div className="flex">
        {choices.map(({ value, label, detail }) => (
          <label
            key={label}
            className="relative -ml-px grid min-h-12 min-w-14 flex-auto place-items-center border border-line-strong px-2 text-center sm:px-3 first:ml-0 hover:bg-raised has-checked:z-1 has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0"
            />
            <span className="py-1 leading-tight">
              {label}
              {detail !== undefined && (
                <>
                  <span className="sr-only"> · </span>
                  <span className="block text-xs">{detail}</span>
                </>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
