import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant, formatTime } from '../../clock/format.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { nameOf } from '../../shell/status/people.ts'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { useWords } from '../../ui/text/language.ts'
import { adviceWords } from './advice-words.data.ts'
import { commitText } from './commit/commit-text.ts'
import { decidedText, reopeningText } from './watched.ts'

/** What to do, and by when and why. */
export type Advice = { readonly what: string; readonly rest: string }

type Advised = Pick<
  Conjunction,
  'action' | 'commit' | 'conjunctionData' | 'decideBefore' | 'decision' | 'mitigation' | 'reopens' | 'state'
>

/** The first thing that is said of an event wherever it stands: what to do about it, and by when; or that nothing is left to decide. */
export function adviceOf(event: Advised, nowMs: number): Advice {
  const t = adviceWords
  const { action, decision, mitigation, reopens, state } = event
  if (nowMs >= Date.parse(event.conjunctionData.tca)) return { what: t('over'), rest: '' }
  if (state === 'MITIGATED') return mitigatedAdvice(mitigation)
  if (decision.state === 'DECIDED' || decision.state === 'CLOSED') {
    const what =
      decision.state === 'CLOSED'
        ? t('closed', { who: decision.by ? `, ${nameOf(decision.by)}` : '' })
        : t('decided', { decision: decidedText(decision) })
    return { what, rest: reopens === null ? '' : reopeningText(reopens) }
  }
  const what = t(action)
  return { what, rest: action === 'IGNORE' ? '' : deadlineText(event, nowMs) }
}

function mitigatedAdvice(mitigation: Conjunction['mitigation']): Advice {
  const t = adviceWords
  const { plan = null, aboveProbability: above = null } = mitigation ?? {}
  return {
    what: plan === null ? t('mitigated') : t('mitigatedBy', { plan }),
    rest: above === null ? t('nothing') : t('unless', { pc: formatProbabilityLine(above) }),
  }
}

function deadlineText({ commit, decideBefore }: Advised, nowMs: number): string {
  const t = adviceWords
  const atMs = Date.parse(decideBefore)
  const { contact } = commit
  const why = contact === null ? commitText({ commit }) : t('lastContact', { station: contact.station })
  // The sign before the time that is left is not said: the words say which way it goes.
  const left = formatUntil(atMs - nowMs)
    .slice(2)
    .replaceAll(' ', NO_BREAK)
  return t(atMs < nowMs ? 'late' : 'decide', { time: shortTime(atMs, nowMs), left, why })
}

/** Hours and minutes of one time stay on one line. */
const NO_BREAK = '\u00a0'

/** `01:05 Z` within a day, else with its date. */
function shortTime(atMs: number, nowMs: number): string {
  const time = `${formatTime(atMs).slice(0, 5)} Z`
  return Math.abs(atMs - nowMs) < DAY_MS ? time : `${formatInstant(atMs).slice(0, 10)} ${time}`
}

type Props = {
  readonly event: Advised
  readonly className?: string | undefined
  /** What the sentence is about, where figures of something else stand below it. */
  readonly before?: string
  readonly children?: React.ReactNode
}

/** The sentence, which goes with the time. */
export function AdviceLine({ event, className, before = '', children }: Props) {
  useWords(adviceWords)
  const nowMs = useNow('minute')
  const { what, rest } = adviceOf(event, nowMs)
  return (
    <p className={className}>
      {before === '' ? null : `${before} `}
      <b>{what}</b> <Unbroken text={rest} />
      {children}
    </p>
  )
}
