/** A payment provider's own actions on a payment. Each answers 422 when it is impossible. */
export interface MoneyControls {
  /** Without an amount, all that is left is refunded. */
  refund(reference: string, amountCents: number | undefined): Promise<Response>
  /** Opens a dispute, or decides the oldest open one; the reference may also be that of a dispute. */
  dispute(reference: string, request: DisputeRequest): Promise<Response>
}

export interface DisputeRequest {
  readonly outcome: 'open' | 'won' | 'lost'
  /** The amount to dispute or, for a lost dispute, to take; by default all that is possible. */
  readonly amountCents: number | undefined
  /** Whether the provider lists what a lost dispute takes among the refunds as well. */
  readonly takenAsRefund: boolean
}
