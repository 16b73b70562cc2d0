import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { isUrgent } from '@apsis/contract/ca/event/urgency.ts'
import { partOf } from '../../ui/page/part.tsx'

/** Few users are ever called, so the code is fetched separately from the page. */
export const passOn = partOf(async () => (await import('./pass-on-button.tsx')).PassOnButton)

/** True if somebody of the chain is called for the event, or will be. */
export const isCalling = ({ state, action, conjunctionData, decision }: Conjunction): boolean =>
  state === 'OPEN' && isUrgent({ level: conjunctionData.riskLevel, action }) && isUnseen(decision)
