import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { addStepWithin } from '../event/decision.service.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { type DemoRow, findDemo, findDemoEvent } from './demo.repository.ts'
import { clearSimulated, endDemoWork } from './demo.service.ts'
import { demoHistory, type PastEncounter, VETERAN } from './history.ts'
import { DEMO_CALLER, DEMO_CHAIN, DEMO_ESCALATION } from './on-call.data.ts'

/** One run of the pool computes this many encounters; the worker does other work between runs. */
const ROWS_AT_ONCE = 20
/** The accepted probability of the satellite, the default of every satellite. */
const ACCEPTED_PROBABILITY = 1e-4
const DECIDED_H = 24

/** Fills an open demo once with the year before its opening: the messages of the satellite that was in orbit then, and the decisions. */
export const demoHistoryWork: RecurringWork = {
  name: 'ca.demo-history',
  everyS: 60,
  async turn(platform, tenantId) {
    const demo = await platform.db.tenant(tenantId, findDemo)
    if (demo !== undefined) await send(platform, tenantId, demo)
    if (!platform.signal.aborted)
      await platform.db.tenant(tenantId, (tx) => endDemoWork(tx, { name: demoHistoryWork.name, tenantId }, demo))
  },
}

/** A stopped run starts again from the beginning: known messages are duplicates, and decisions stay. */
async function send({ db, queue, log, now, signal }: WorkPlatform, tenantId: string, demo: DemoRow): Promise<void> {
  const openedAt = demo.opened_at.getTime()
  const past = [...demoHistory(demo.seed, openedAt)]
  const escalated = past.findLast(({ probability }) => probability >= ACCEPTED_PROBABILITY)
  for (let at = 0; at < past.length; at += ROWS_AT_ONCE) {
    if (signal.aborted) return
    const some = past.slice(at, at + ROWS_AT_ONCE)
    const messages = some.flatMap((one) => one.messages())
    const owner = { tenantId, subject: demo.opened_by }
    const answers = await takeInCdms({ db, queue }, owner, messages, { source: 'simulator', now: new Date(now()) })
    const refused = answers.filter(({ status }) => status === 'refused')
    if (refused.length > 0) log.error({ refused }, 'messages of the history of the demo were refused')
    for (const one of some)
      if (one.probability >= ACCEPTED_PROBABILITY) await decide({ db }, tenantId, one, one === escalated)
    // Messages that were sent while a user closed the demo are deleted, too.
    const isOpen = await db.tenant(tenantId, async (tx) => {
      const open = await findDemo(tx)
      if (open === undefined) await clearSimulated(tx, tenantId)
      return open?.opened_at.getTime() === openedAt
    })
    if (!isOpen) return
  }
}

const WEEK_MS = 7 * DAY_MS

/** Returns the person on duty for a step of the demo's on-call chain at a time: the people of a step take weekly turns, in their order. */
function holderAt(step: number, at: number): string | null {
  const people = DEMO_CHAIN.chain[step - 1]?.people ?? []
  const weeks = Math.floor((at - Date.parse(`${DEMO_CHAIN.turnsFrom}T${DEMO_CHAIN.handoverTime}Z`)) / WEEK_MS)
  return people.at(weeks % people.length) ?? null
}

/** Stores the decision to burn, a day before the closest approach; for one event also the call of the on-call chain before it. */
async function decide(
  { db }: Pick<WorkPlatform, 'db'>,
  tenantId: string,
  { tcaMs }: PastEncounter,
  isEscalated: boolean,
): Promise<void> {
  const at = new Date(tcaMs - DECIDED_H * HOUR_MS)
  const person = { subject: 'simulator', username: 'SIMULATED operator' }
  await db.tenant(tenantId, async (tx) => {
    const event = await findDemoEvent(tx, { noradId: VETERAN, tca: new Date(tcaMs), until: at })
    if (event === undefined || event.state === 'DECIDED') return
    const { id, cdm_id: cdmId } = event
    const add = (
      who: { subject: string; username: string },
      now: Date,
      step: Omit<ParsedRequest<typeof updateDecision>['body'], 'cdmId'>,
      call: DutyCall | null = null,
    ) =>
      addStepWithin(
        tx,
        { tenantId, ...who },
        { id, step: { ...step, cdmId }, ifMatch: '*', requestId: 'none', now, call },
      )
    for (const { by, hoursBefore, action, why, call } of isEscalated ? DEMO_ESCALATION : []) {
      const calledAt = new Date(tcaMs - hoursBefore * HOUR_MS)
      const called = call && {
        ...call,
        steps: DEMO_CHAIN.chain.length,
        person: holderAt(call.step, calledAt.getTime()),
      }
      await add({ ...DEMO_CALLER, username: by }, calledAt, { action, why }, called)
    }
    const why = 'SIMULATED: the probability reaches what is accepted.'
    await add(person, at, { action: 'DECIDE', decision: 'MANOEUVRE', why })
  })
}
