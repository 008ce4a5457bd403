/** Puts a changed function in the place of one: `change` makes its parameters. */
export function replace<Name extends string>(
  owner: Readonly<Record<Name, (...parameters: never) => unknown>>,
  name: Name,
  change: (parameters: readonly unknown[]) => unknown[],
): void {
  const changed = new Proxy(owner[name], {
    apply: (target, self, parameters: unknown[]): unknown =>
      Reflect.apply(target, self, change(parameters)),
  })
  Object.assign(owner, { [name]: changed })
}
