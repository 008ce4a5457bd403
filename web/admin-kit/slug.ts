const longestSlug = 60

/** The last part of an address, made of a title or a name: `Été : les règles` becomes `ete-les-regles`. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-|-$/g, '')
}
