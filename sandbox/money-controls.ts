/** What can be asked of a payment provider's side of a payment. Answers 422 when it cannot be done. */
export interface MoneyControls {
  /** Without an amount all that is left is given back. */
  refund(reference: string, amountCents: number | undefined): Promise<Response>
  dispute(
    reference: string,
    outcome: 'open' | 'won' | 'lost',
    amountCents: number | undefined,
  ): Promise<Response>
}
