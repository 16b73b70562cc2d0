import { ANEW_FAILURES, type EventTrack, type LevelBy } from '../ca/event/level-by.ts'
import { levelText, type Manner, minuteOf, textOf, type Values } from './manner.ts'

/** What is said of the estimate that sets a level; with a track that the level waits for, of that too. */
export function levelByValues(
  { source, at, probability, isBeforeTrack }: LevelBy,
  track: Pick<EventTrack, 'at' | 'screening' | 'reason'> | null | undefined,
): Values {
  return {
    levelSource: source,
    levelAt: at,
    ...(probability === null ? {} : { levelProbability: probability }),
    ...(track == null || !isBeforeTrack ? {} : { trackAt: track.at, anew: track.screening }),
    ...(track == null || !isBeforeTrack || track.reason === null ? {} : { anewReason: track.reason }),
  }
}

/** The same where the figures that are told beside a level are of another estimate, or where the level waits for a track; else nothing. */
export const levelByBeside = ({
  levelBy,
  track,
}: {
  readonly levelBy: LevelBy | null
  readonly track: Parameters<typeof levelByValues>[1]
}): Values => (levelBy === null || (levelBy.isShown && !levelBy.isBeforeTrack) ? {} : levelByValues(levelBy, track))

/**
 * By which estimate an event has its level, with its number and time, where the figures beside it are of another one; empty where they
 * are its own. A level that waits for the orbit of a track to be screened says that too.
 */
export function sayLevelBy(m: Manner, values: Values): string {
  const { levelSource, levelAt, levelProbability, trackAt } = values
  if (levelSource === undefined) return ''
  const said = {
    level: levelText(m, values.level),
    at: minuteOf(m, levelAt),
    before: trackAt === undefined ? '' : m.t('levelBefore', { track: minuteOf(m, trackAt) }),
    pc: typeof levelProbability === 'number' ? m.t('pc', { value: m.probability(levelProbability) }) : m.t('noPc'),
  }
  const by = m.t(levelSource === 'OWN_SCREENING' ? 'levelByScreening' : 'levelByMessage', said)
  return [by, anewText(m, values)].filter((text) => text !== '').join(' ')
}

/** What becomes of the screening against the orbit that a track left; empty: nothing holds the level for it. */
function anewText(m: Manner, { anew, anewReason }: Values): string {
  if (anew === 'AWAITED') return m.t('anewAwaited')
  if (anew !== 'FAILED') return ''
  const reason = ANEW_FAILURES.find((one) => one === textOf(anewReason)) ?? 'failed'
  return m.t('anewFailed', { reason: m.t(`anew-${reason}`) })
}
