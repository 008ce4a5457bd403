/** What happens one after the other, numbered. */
export function NumberedSteps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="space-y-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center border border-line-strong font-display text-sm font-bold text-crystal"
          >
            {index + 1}
          </span>
          <span className="text-muted">{step}</span>
        </li>
      ))}
    </ol>
  )
}
