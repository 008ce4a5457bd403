/** The most digits that a beta code has. */
export const mostBetaDigits = 8

/** What stays of typed or pasted text in the field for the code. */
export function keepBetaDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, mostBetaDigits)
}
