import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { levelByBeside } from '@apsis/contract/notice-text/level-by-in-words.ts'
import { decideMsOf } from './commit.ts'
import { byOf, type EventFacts, presentBy, shownIdOf } from './fold-event.ts'

export type EventDescription = {
  readonly facts: EventFacts
  readonly level: RiskLevel
  /** The action that is suggested now. */
  readonly action: Conjunction['action']
  readonly now: Date
  /** Name of the satellite of the organisation. */
  readonly satelliteName: string | undefined
}

/** Returns the estimate that sets the level if the shown figures are from another estimate, and whether the level waits for the orbit of a track. */
function levelValues(facts: EventFacts, level: RiskLevel): Finding['values'] {
  const shownId = shownIdOf(facts)
  const by = byOf(facts, level, shownId)
  if (by === undefined) return {}
  return levelByBeside({ levelBy: presentBy(by, { shownId, track: facts.track }), track: facts.track })
}

/** Returns an event as data. */
export function eventValues({ facts, level, action, now, satelliteName }: EventDescription): Finding['values'] {
  const { conjunctionData, object1, object2, levelFrom } = facts
  const { tca, totalMissDistance } = conjunctionData
  const decideMs = decideMsOf(facts)
  return {
    satellite: satelliteName ?? object1.name,
    secondary: object2.name,
    designator: String(object2.designator),
    level,
    action,
    ...probabilityValues(facts),
    missM: totalMissDistance,
    tcaAt: new Date(tca).toISOString(),
    decideAt: new Date(decideMs).toISOString(),
    ...(decideMs > now.getTime() ? {} : { isLate: 1 }),
    ...(facts.needsData ? { needsData: 1, ...(facts.isDiluted ? { isDiluted: 1 } : {}) } : {}),
    estimate: levelFrom ?? '',
    ...(levelFrom === 'OWN_SCREENING' ? envelopeValues(facts) : {}),
    ...levelValues(facts, level),
    ...(isMarked(facts, level) ? { simulated: 1 } : {}),
  }
}

/** Returns the maximum probability of an estimate with a flat envelope: its probability is not known more exactly. */
function envelopeValues({ ownScreening }: EventFacts): Finding['values'] {
  if (ownScreening?.isEnvelope !== true) return {}
  const { maximumProbability: maximum } = ownScreening
  return { envelope: 1, ...(maximum === null ? {} : { maximumProbability: maximum }) }
}

/** True if the event, or the estimate that sets its level, is simulated. */
function isMarked(facts: EventFacts, level: RiskLevel): boolean {
  const by = byOf(facts, level, shownIdOf(facts))
  return facts.isSimulated || by?.isSimulated === true
}

/** Returns the probability; if it is unknown, the probability of the originator under a separate name. */
function probabilityValues({ conjunctionData, reportedProbability }: EventFacts): Finding['values'] {
  const { probabilityOfCollision: probability } = conjunctionData
  if (probability !== null) return { probability }
  return reportedProbability === null ? {} : { reported: reportedProbability }
}
