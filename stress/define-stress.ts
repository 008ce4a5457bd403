/** A stress run, by the name that `npm run stress -- <name>` takes. */
export interface StressRun {
  /** The options `--name=number`, with their defaults. */
  readonly options: Readonly<Record<string, number>>
  /** Reports its figures beside their goals. False when a goal was missed. */
  readonly run: (settings: ReadonlyMap<string, number>) => Promise<boolean>
}

/** `run` reads its settings by their names. */
export function defineStress<Name extends string>(
  options: Readonly<Record<Name, number>>,
  run: (setting: (name: Name) => number) => Promise<boolean>,
): StressRun {
  return { options, run: (settings) => run((name) => settings.get(name) ?? options[name]) }
}
