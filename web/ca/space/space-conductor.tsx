import { useMemo } from 'react'
import { useShownMs } from '../../clock/shown-time.ts'
import { TimeConductor, type TimeLane } from '../../space/time/conductor.tsx'
import { RANGES, type RangeName, rangeAround, type TimeMark } from '../../space/time/marks.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import { isDecided, pairOf } from '../event/event-row.ts'
import { passesAhead, usePassesAhead } from '../pass/passes-ahead.ts'
import { burnMarks } from '../plan/burns/burns.ts'
import type { Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly range: RangeName
  readonly onRange: (range: RangeName) => void
}

/** Where the range is computed again for the shown time, ms of real time. */
const RANGE_MS = 1_000

/** Conducts the time of the page: its marks are the approaches of the fleet, ordered passes, burns, and the deadline of the next decision. */
export function SpaceConductor({ space, range, onRange }: Props) {
  const say = useWords(spaceWords)
  const { ahead, urgent, plans, nowMs } = space
  const shownMs = useShownMs(RANGE_MS)
  const { query } = usePassesAhead()
  const lanes = useMemo(
    (): readonly TimeLane[] => [
      {
        title: say('approachesLane'),
        marks: ahead.map((row): TimeMark => {
          const { level } = meaningOf('risk', row.risk)
          const isOpen = row === urgent && !isDecided(row)
          return {
            id: row.id,
            atMs: row.tcaMs,
            kind: 'approach',
            name: pairOf(row),
            level,
            isOpen,
            isOutline: row.isMitigated,
          }
        }),
      },
      {
        title: say('passesLane'),
        marks: passesAhead(query.data ?? []).map(({ id, atMs, name, sensorCode }): TimeMark => {
          return { id, atMs, kind: 'pass', name: `${name}, ${sensorCode}` }
        }),
      },
      {
        title: say('burnsLane'),
        marks: burnMarks(plans).map(
          ({ id, atMs, name, isFirm }): TimeMark => ({ id, atMs, kind: 'burn', name, isFirm }),
        ),
      },
    ],
    [ahead, urgent, plans, query.data, say],
  )
  const labelled: readonly TimeMark[] = urgent
    ? [
        { id: 'deadline', atMs: urgent.decideMs, kind: 'deadline', name: say('decide') },
        { id: 'tca', atMs: urgent.tcaMs, kind: 'message', name: say('tcaMark') },
      ]
    : []
  return (
    <TimeConductor
      lanes={lanes}
      labelled={labelled}
      span={rangeAround(RANGES[range], nowMs, shownMs)}
      range={{ name: range, onChange: onRange }}
    />
  )
}
