import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { EventFacts } from './event/fold-event.ts'

export type Described = {
  readonly facts: EventFacts
  readonly level: RiskLevel
  /** Name of the satellite of the organisation. */
  readonly satelliteName: string | undefined
}

/** An event as data. */
export function eventValues({ facts, level, satelliteName }: Described): Finding['values'] {
  const { conjunctionData, object1, object2, commitHours, levelFrom } = facts
  const { tca, probabilityOfCollision, totalMissDistance } = conjunctionData
  return {
    satellite: satelliteName ?? object1.name,
    secondary: object2.name,
    designator: String(object2.designator),
    level,
    ...(probabilityOfCollision === null ? {} : { probability: probabilityOfCollision }),
    missM: totalMissDistance,
    tcaAt: new Date(tca).toISOString(),
    decideAt: new Date(Date.parse(tca) - commitHours * HOUR_MS).toISOString(),
    estimate: levelFrom ?? '',
  }
}

/** Who meets whom, how near to a collision, when, and until when one has to decide. */
export function describeEvent({ facts, level, satelliteName }: Described): string {
  const { conjunctionData, object1, object2, commitHours } = facts
  const tca = Date.parse(conjunctionData.tca)
  const probability = conjunctionData.probabilityOfCollision
  const parts = [
    `${satelliteName ?? object1.name} × ${object2.name} (${object2.designator})`,
    level,
    probability === null ? 'no probability' : `Pc ${probability.toExponential(2)}`,
    `miss ${Math.round(conjunctionData.totalMissDistance)} m`,
    `TCA ${toMinute(tca)}`,
    `decide before ${toMinute(tca - commitHours * HOUR_MS)}`,
    ...(facts.levelFrom === 'OWN_SCREENING' ? ['by screening of your orbit'] : []),
  ]
  return `${parts.join(', ')}.`
}

const toMinute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} Z`
