export const mostBetaDigits = 8

/** Reduces typed or pasted text to the digits that fit into a beta code. */
export function keepBetaDigits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, mostBetaDigits)
}
