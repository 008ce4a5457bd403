import { useEffect, useState } from 'react'
import { useNavigate } from '#web/components/use-navigate.ts'
import { useQueryParameter } from '#web/components/use-query-parameter.ts'
import { paths } from '#web/paths.ts'
import { readClaimOutcome, type ClaimOutcome } from './claim-outcome.ts'

/** How the visit to Steam ended that led here. Said once: the address forgets it. */
export function useClaimOutcome(): ClaimOutcome | null {
  const parameter = useQueryParameter('claim')
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)

  const told = readClaimOutcome(parameter)
  if (told !== null && told !== outcome) setOutcome(told)

  useEffect(() => {
    if (parameter !== null) navigate(paths.wallet(), { replace: true })
  }, [parameter, navigate])

  return outcome
}
