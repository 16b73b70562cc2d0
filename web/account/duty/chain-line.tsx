import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { callAt } from '@apsis/contract/duty/escalation.ts'
import { formatElapsed } from '../../ui/format/duration.ts'
import { useWords } from '../../ui/text/language.ts'
import form from '../form/form.module.css'
import styles from '../form/lanes.module.css'
import { dutyWords } from './words.data.ts'

/** Time left to decide when an event is raised: a day ahead, late, and almost over. TCA is far enough to play no part. */
const CASES = [
  { word: 'leftHours', left: 27, minutes: 27 * 60 },
  { word: 'leftHours', left: 2, minutes: 120 },
  { word: 'leftMinutes', left: 40, minutes: 40 },
] as const
/** The longest time of one step: a lane is as long as all of them, and a little more for the last mark. */
const STEP_MIN = 30
const WIDTH_FACTOR = 1.06
/** Longer names, or more of them, would not fit beside each other on a phone: the numbers of their places replace them. */
const MOST_NAMED = 3
const MOST_NAME_CHARACTERS = 12

/** Milliseconds after the notice at which each step is called, where the decision is due so much later. */
export function callsOf(steps: number, decideAt: number): number[] {
  const calls: number[] = []
  for (let lastMs = 0; calls.length < steps; calls.push(lastMs))
    lastMs = callAt({ lastMs, calls: calls.length }, { decideAt, tcaAt: Number.POSITIVE_INFINITY })
  return calls
}

/** The chain over the minutes after a notice that nobody acknowledges, for three times that are left to decide. */
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

/** The notice starts at the left end; each mark is a person who is called. */
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
