import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { isUrgent } from '@apsis/contract/ca/event/urgency.ts'
import { partOf } from '../../ui/page/part.tsx'

/** Few are ever called: the code is fetched beside the page. */
export const passOn = partOf(async () => (await import('./pass-on-button.tsx')).PassOnButton)

/** True if somebody of the chain is called for it, or will be. */
export const isCalling = ({ state, action, conjunctionData, decision }: Conjunction): boolean =>
  state === 'OPEN' && isUrgent({ level: conjunctionData.riskLevel, action }) && isUnseen(decision)
