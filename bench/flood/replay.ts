import { judgeRisk, levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { moreUrgent, urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import { noticeTypeOf } from '@apsis/contract/notifications/notice-type.ts'
import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { type GradedMessage, heldAt, levelAfter } from '@apsis/server/ca/event/fold-event.ts'
import { newsSince, stepOf } from '@apsis/server/ca/event/tell-level.ts'
import { STANDARD_THRESHOLDS } from '@apsis/server/ca/satellite/record/thresholds.data.ts'
import { chooseWay, type SaidStatement } from '@apsis/server/delivery/choice/choose-way.ts'
import { actBefore, statementOf } from '@apsis/server/delivery/choice/statement.ts'

/** One message of an event: its creation date and its contents. */
export type Update = { readonly createdMs: number; readonly tcaMs: number; readonly probability: number }

export type Receiver = {
  readonly channel: 'email' | 'msteams' | 'webhook'
  readonly rules: Omit<NoticeRules, 'language' | 'digestAt'>
}

/** A notification about an event that a receiver gets, and its time. */
export type SentNotice = {
  readonly event: number
  readonly channel: Receiver['channel']
  readonly code: string
  readonly level: string
  readonly probability: number
  readonly tcaMs: number
  readonly raisedMs: number
  readonly sentMs: number
}

/** The moment at which an event reached a level that it did not have before. */
export type Crossing = { readonly event: number; readonly level: string; readonly atMs: number }

export type Replay = {
  readonly raised: number
  readonly told: readonly SentNotice[]
  readonly crossings: readonly Crossing[]
}

/**
 * Replays messages, event by event, through the decisions of the product: the level of each message by the standard thresholds, the level of the
 * event, the notifications, and their receivers. The table of messages has probabilities and no distances, so no level depends on a distance.
 */
export function replay(events: readonly (readonly Update[])[], receivers: readonly Receiver[]): Replay {
  const all = events.map((updates, event) => replayEvent(event, updates, receivers))
  return {
    raised: all.reduce((sum, one) => sum + one.raised, 0),
    told: all.flatMap(({ told }) => told),
    crossings: all.flatMap(({ crossings }) => crossings),
  }
}

function replayEvent(event: number, updates: readonly Update[], receivers: readonly Receiver[]): Replay {
  const graded: GradedMessage[] = []
  const told: SentNotice[] = []
  const crossings: Crossing[] = []
  const said = new Map<Receiver, SaidStatement[]>(receivers.map((receiver) => [receiver, []]))
  let was = rankOf('UNKNOWN')
  let lastValues: Record<string, string | number> | undefined
  let raised = 0
  for (const { createdMs, tcaMs, probability } of updates.toSorted((a, b) => a.createdMs - b.createdMs)) {
    const stood = rankOf(heldAt(levelAfter(graded), createdMs).level)
    const risk = { probability, missM: Number.POSITIVE_INFINITY, radialM: Number.POSITIVE_INFINITY, isDiluted: false }
    const figures = { probability, missM: null, isSimulated: false }
    const by = { source: 'MESSAGE', id: `${event} ${createdMs}`, at: createdMs, ...figures } as const
    graded.push({ createdAt: createdMs, level: judgeRisk(risk, STANDARD_THRESHOLDS).level, by })
    const level = levelOf(rankOf(heldAt(levelAfter(graded), createdMs).level))
    const isUrgent = rankOf(level) >= rankOf('HIGH')
    if (isUrgent && rankOf(level) > stood) crossings.push({ event, level, atMs: createdMs })
    const inside = isUrgent && lastValues ? newsSince(lastValues, { probability, tcaMs }) : undefined
    const change = stepOf({ was, stood, level, isDataNeeded: false, isActNew: false }) ?? inside
    was = rankOf(level)
    if (change === undefined || tcaMs < createdMs) continue
    raised += 1
    const values = { ...change.values, level, probability, tcaAt: new Date(tcaMs).toISOString() }
    lastValues = values
    const statement = statementOf({ code: change.code, values })
    const actBeforeMs = actBefore({ code: change.code, values }, createdMs)
    for (const [receiver, heard] of said) {
      const { channel, rules } = receiver
      const way = chooseWay(
        {
          type: noticeTypeOf(change.code, 'ca'),
          // The table has no contacts and no deadlines, so a suggested action does not raise the level.
          level: moreUrgent(change.least, urgencyOf({ level, action: 'NONE' })),
          satelliteId: undefined,
          status: undefined,
          statement,
          actBeforeMs,
          nowMs: createdMs,
        },
        { channel, ticked: [], reachableBy: [channel], rules, said: heard },
      )
      if (way.kind === 'not' || statement === undefined) continue
      heard.push({ ...statement, atMs: createdMs })
      const sentMs = way.kind === 'later' ? way.atMs : createdMs
      told.push({ event, channel, code: change.code, level, probability, tcaMs, raisedMs: createdMs, sentMs })
    }
  }
  return { raised, told, crossings }
}
