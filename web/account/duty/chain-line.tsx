import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { callAt } from '@apsis/contract/duty/escalation.ts'
import { formatElapsed } from '../../ui/format/duration.ts'
import { useWords } from '../../ui/text/language.ts'
import form from '../form/form.module.css'
import styles from '../form/lanes.module.css'
import { dutyWords } from './words.data.ts'

/** The time left to decide when an event is raised: a day, two hours, and forty minutes. TCA is so far away that it has no influence. */
const CASES = [
  { word: 'leftHours', left: 27, minutes: 27 * 60 },
  { word: 'leftHours', left: 2, minutes: 120 },
  { word: 'leftMinutes', left: 40, minutes: 40 },
] as const
/** The longest time of one step; the length of a lane is the sum of all steps, and slightly more for the last mark. */
const STEP_MIN = 30
const WIDTH_FACTOR = 1.06
/** If there are more names than this, or longer ones, they do not fit beside each other on a phone, and numbers replace them. */
const MOST_NAMED = 3
const MOST_NAME_CHARACTERS = 12

/** Returns the milliseconds after the notice at which each step is called, if the decision is due at this time. */
export function callsOf(steps: number, decideAt: number): number[] {
  const calls: number[] = []
  for (let lastMs = 0; calls.length < steps; calls.push(lastMs))
    lastMs = callAt({ lastMs, calls: calls.length }, { decideAt, tcaAt: Number.POSITIVE_INFINITY })
  return calls
}

/** Draws the chain over the minutes after a notice that nobody acknowledges, for three different times left to decide. */
export function ChainLine({ steps }: { readonly steps: readonly string[] }) {
  const t = useWords(dutyWords)
  if (steps.length === 0) return null
  const wholeMs = steps.length * STEP_MIN * MINUTE_MS
  const at = (ms: number) => `${(ms / (wholeMs * WIDTH_FACTOR)) * 100}%`
  const lanes = CASES.map(({ word, left, minutes }) => ({
    name: t(word, { count: left }),
    calls: callsOf(steps.length, minutes * MINUTE_MS),
  }))
  const said = lanes.map(
    ({ name, calls }) => `${name}: ${calls.map((ms, step) => `${steps[step]} ${timeOf(ms)}`).join(', ')}`,
  )
  const areNamed = steps.length <= MOST_NAMED && steps.every((name) => name.length <= MOST_NAME_CHARACTERS)
  return (
    <>
      <h3 className={`fs-13 medium ${form.title}`}>{t('chainLine')}</h3>
      <div
        role="img"
        aria-label={`${t('chainLine')}. ${said.join('. ')}`}
        className={`grid items-center fs-12 m-0 ${styles.lanes}`}
      >
        {lanes.map(({ name, calls }, lane) => (
          <Lane key={name} name={name} calls={calls} at={at} isNamed={lane === 0}>
            {lane === 0
              ? steps.map((step, place) => (
                  <text
                    // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same people.
                    key={place}
                    x={at(calls[place] ?? missing())}
                    y="30"
                    textAnchor={areNamed && place + 1 === steps.length ? 'end' : 'middle'}
                  >
                    {areNamed ? step : place + 1}
                  </text>
                ))
              : null}
            {lane === 0 ? null : (
              <text x={at(calls.at(-1) ?? missing())} dx="9" y="18">
                {timesOf(calls)}
              </text>
            )}
          </Lane>
        ))}
        <span className={`soft nowrap ${styles.label}`}>{t('minutesAfter')}</span>
        <svg className={`block w-full ${styles.lane}`} aria-hidden="true">
          <text x="0" y="18">
            0
          </text>
          {steps.map((_, place) =>
            steps.length > MOST_NAMED && place + 1 < steps.length ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: their places are what they are.
              <text key={place} x={at((place + 1) * STEP_MIN * MINUTE_MS)} y="18" textAnchor="middle">
                {`+${(place + 1) * STEP_MIN}`}
              </text>
            ),
          )}
        </svg>
      </div>
    </>
  )
}

type LaneProps = React.PropsWithChildren<{
  readonly name: string
  readonly calls: readonly number[]
  readonly at: (ms: number) => string
  readonly isNamed: boolean
}>

/** Draws one lane: the notice is at the left end, and each mark is a person who is called. */
function Lane({ name, calls, at, isNamed, children }: LaneProps) {
  return (
    <>
      <span className={`soft nowrap ${styles.label}`}>{name}</span>
      <svg
        className={isNamed ? `block w-full ${styles.lane} ${styles.named}` : `block w-full ${styles.lane}`}
        aria-hidden="true"
      >
        <line className="stroke-ink stroke-w-1-5" x1="0" x2={at(calls.at(-1) ?? missing())} y1="14" y2="14" />
        {[0, ...calls].map((ms) => (
          <line key={ms} className="stroke-ink stroke-w-1-5" x1={at(ms)} x2={at(ms)} y1="9" y2="19" />
        ))}
        {children}
      </svg>
    </>
  )
}

const timeOf = (ms: number) => `+${formatElapsed(ms)}`

/** Returns all times of a short chain; for a long one the first and the last. */
const timesOf = (calls: readonly number[]) =>
  calls.length <= 2
    ? calls.map(timeOf).join(', ')
    : [calls[0] ?? missing(), calls.at(-1) ?? missing()].map(timeOf).join(' … ')
