/** What can be asked of a payment provider's side of a payment. Answers 422 when it cannot be done. */
export interface MoneyControls {
  /** Without an amount all that is left is given back. */
  refund(reference: string, amountCents: number | undefined): Promise<Response>
  /** Opens a dispute, or decides the oldest open one; the reference may also be that of a dispute. */
  dispute(reference: string, request: DisputeRequest): Promise<Response>
}

export interface DisputeRequest {
  readonly outcome: 'open' | 'won' | 'lost'
  /** What is disputed or, of a lost one, taken; without it all that can be. */
  readonly amountCents: number | undefined
  /** Whether the provider lists what a lost one takes among the refunds as well. */
  readonly takenAsRefund: boolean
}
