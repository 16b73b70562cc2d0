import type { TelephoneWay } from '@apsis/contract/duty/telephone.ts'
import { wholeMetres } from '@apsis/contract/notice-text/written-number.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { CALL_WORDS } from './call-words.data.ts'
import { type DeliveryContent, isMarked, oneLine } from './facts.ts'
import { levelIn } from './manner.service.ts'

/** The version of the body. A change needs a new version unless it only adds fields. */
const CALL_VERSION = 1
/** The maximum length of a text message of one part (3GPP TS 23.038, 7-bit alphabet). */
const MOST_TEXT = 160
const MOST_NAME = 24

export type CalledPerson = {
  readonly person: string
  readonly number: string
  readonly ways: readonly TelephoneWay[]
  /** The digits to press to acknowledge or confirm; undefined if nothing has to be pressed. */
  readonly key: string | undefined
}

type Call = {
  readonly content: DeliveryContent
  readonly language: ReceiverLanguage
  /** Undefined: the bridge itself is tested, and calls nobody. */
  readonly called: CalledPerson | undefined
}

/** Returns the body of the webhook that makes a bridge call a person. */
export function callEvent({ content, language, called }: Call): object {
  const { deliveryId, kind, tries, notification } = content
  const head = {
    version: CALL_VERSION,
    timestamp: notification.timestamp,
    attempt: tries,
    simulated: isMarked(content),
  }
  if (called === undefined) return { type: 'ping', ...head }
  const { person, number, ways, key } = called
  const message = { content, language, person, key }
  return {
    type: 'call',
    ...head,
    data: {
      callId: deliveryId,
      about: kind,
      person,
      number,
      ways,
      language,
      speech: speechOf(message),
      text: textMessageOf(message),
      ...(key !== undefined && { key }),
    },
  }
}

type SpeechParts = Pick<CalledPerson, 'person' | 'key'> & {
  readonly content: DeliveryContent
  readonly language: ReceiverLanguage
}

/** Returns the text that a voice reads out. */
export function speechOf({ content, language, person, key }: SpeechParts): string {
  const say = wordsIn(language)
  const {
    satellite = '',
    secondary = '',
    from = '',
    level = '',
    plan = '',
    action,
    missM,
    tcaAt,
    decideAt,
  } = valuesOf(content)
  const over = overOf(content)
  const levels = { from: levelIn(language, String(from)), level: levelIn(language, String(level)) }
  const about =
    content.kind !== 'notice'
      ? [say(content.kind === 'confirmation' ? 'question' : 'test')]
      : over !== undefined
        ? [say(over.speech, { satellite, secondary, plan, ...levels })]
        : [
            say(level !== 'CRITICAL' && action === 'ACT' ? 'nobodyAct' : 'nobody', { satellite, secondary }),
            typeof missM === 'number'
              ? say('pass', { miss: wholeMetres(missM), tca: spokenTime(tcaAt, language) })
              : '',
            say('decide', { decide: spokenTime(decideAt, language) }),
          ]
  const pressed = key === undefined ? '' : say(pressOf(content, 'Press'), { key: key.split('').join(' ') })
  const simulated = content.isSimulated ? say('simulated') : isMarked(content) ? say('simulatedEvent') : ''
  const parts = [say('calls', { person }), simulated, ...about, pressed]
  return oneLine(parts.filter((part) => part !== '').join(' '))
}

/** Returns the same text as one text message. */
export function textMessageOf({ content, language, key }: SpeechParts): string {
  const say = wordsIn(language)
  const { satellite = '', secondary = '', from = '', level = '', plan = '', tcaAt, decideAt } = valuesOf(content)
  const about =
    content.kind === 'notice'
      ? say(overOf(content)?.text ?? 'textNotice', {
          from: levelIn(language, String(from)),
          plan: nameOf(plan),
          satellite: nameOf(satellite),
          secondary: nameOf(secondary),
          level: levelIn(language, String(level)),
          tca: shortTime(tcaAt),
          decide: shortTime(decideAt),
        })
      : say(content.kind === 'confirmation' ? 'textQuestion' : 'textTest')
  const reply = key === undefined ? '' : say(pressOf(content, 'Reply'), { key })
  const whole = [isMarked(content) ? say('textSimulated') : '', about, reply].filter((part) => part !== '').join(' ')
  // One character outside the 7-bit alphabet would turn one message into three.
  return oneLine(whole)
    .replace(/[^\x20-\x7eäöüÄÖÜß]/g, '?')
    .slice(0, MOST_TEXT)
}

/** The texts for the end of an alarm for which a person was called. */
const OVER = {
  'risk-lowered': { speech: 'lowered', text: 'textLowered' },
  'event-mitigated': { speech: 'mitigated', text: 'textMitigated' },
} as const

function overOf({ notification }: DeliveryContent): (typeof OVER)[keyof typeof OVER] | undefined {
  const code = notification.finding?.code
  return code === 'risk-lowered' || code === 'event-mitigated' ? OVER[code] : undefined
}

const pressOf = ({ kind }: DeliveryContent, how: 'Press' | 'Reply') =>
  kind === 'confirmation' ? (`confirm${how}` as const) : (`acknowledge${how}` as const)

const valuesOf = ({ notification }: DeliveryContent) => notification.finding?.values ?? {}
const nameOf = (name: string | number) => String(name).slice(0, MOST_NAME)

/** Returns an instant in the form `11-21 10:00`. */
const shortTime = (at: string | number | undefined) =>
  typeof at === 'string' ? `${at.slice(5, 10)} ${at.slice(11, 16)}` : '-'

function spokenTime(at: string | number | undefined, language: ReceiverLanguage): string {
  if (typeof at !== 'string') return '-'
  const form = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', form).format(new Date(at))} UTC`
}

type Word = keyof (typeof CALL_WORDS)['en']

function wordsIn(
  language: ReceiverLanguage,
): (word: Word, values?: Readonly<Record<string, string | number>>) => string {
  return (word, values = {}) =>
    CALL_WORDS[language][word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
