import type { DutyCall } from '../ca/event/duty-call.ts'
import type { Manner } from './manner.ts'

const CHANNEL_WORDS = {
  email: 'byEmail',
  msteams: 'byTeams',
  slack: 'bySlack',
  webhook: 'byWebhook',
  phone: 'byPhone',
} as const
const STATE_WORDS = {
  waiting: 'stateWaiting',
  delivered: 'stateDelivered',
  dead: 'stateDead',
  cancelled: 'stateCancelled',
} as const

/** The answer that the product gives instead of a receiver: the mailbox instead of a mail server, or a call without a bridge. */
const SIMULATED = /^(250 )?SIMULATED\b/

/** Returns the entry about a call of the on-call chain in the record of an event, in the language of its reader. */
export function sayCall(
  { t }: Pick<Manner, 't'>,
  { step, steps, person, isUnreachable, before, passed }: DutyCall,
): string {
  if (passed !== undefined) {
    const said = t(step === 0 ? 'passedToRole' : 'passedToPerson', { by: passed.by, person: person ?? '', step, steps })
    return passed.note === '' ? `${said}.` : `${said}: ${passed.note}`
  }
  const word = person === null ? 'stepEmpty' : isUnreachable === true ? 'stepUnreachable' : 'stepCalled'
  const called = t(word, { person: person ?? '', step, steps })
  if (before === null) return called
  if (before.length === 0) return `${called} ${t('callBeforeNone')}`
  const answers = before.map(({ channel, state, answer }) => {
    if (answer !== null && SIMULATED.test(answer))
      return `${t(CHANNEL_WORDS[channel])} ${t(channel === 'phone' ? 'callSimulated' : 'sendingSimulated')}`
    const said = `${t(CHANNEL_WORDS[channel])} ${t(STATE_WORDS[state])}`
    return answer === null ? said : `${said} (${answer})`
  })
  return `${called} ${t('callBefore', { answers: answers.join(', ') })}`
}
