import type { Observation } from '@apsis/contract/odt/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { useNow } from '../../clock/clock.ts'
import { Instant } from '../../clock/instant.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

type Props = { readonly request: ObservationRequest; readonly files: readonly Observation[] }
type Step = { readonly atMs: number; readonly text: string }

/** What happened and what is expected, by time; what is ahead says so. */
export function LifeList({ request, files }: Props) {
  const t = useWords(observationWords)
  const { nameOf } = useNaming()
  const nowMs = useNow('minute')
  return (
    <ol className={styles.life} aria-label={t('life')}>
      {stepsOf({ request, files }, t, nameOf).map(({ atMs, text }) => (
        <li key={`${atMs} ${text}`} data-ahead={atMs > nowMs || undefined}>
          <Instant at={atMs} isStop={false} />
          <span>
            {text}
            {atMs > nowMs ? `, ${t('expected')}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}

export function stepsOf(
  { request, files }: Props,
  t: typeof observationWords,
  nameOf: Naming['nameOf'],
): readonly Step[] {
  const steps: readonly Step[] = [
    { atMs: Date.parse(request.createdAt), text: t('requestedBy', { name: nameOf(request.createdBy) }) },
    ...request.passes.map((pass) => ({
      atMs: Date.parse(pass.start),
      text: `${t('plannedPass', { sensor: pass.sensorCode })}: ${meaningOf('request', pass.status).word}`,
    })),
    ...files.map((file) => ({
      atMs: Date.parse(file.createdAt),
      text: t('fileCame', { sensor: file.sensorCode }),
    })),
    { atMs: Date.parse(request.to), text: t('endOfWindow') },
  ]
  return steps.toSorted((a, b) => a.atMs - b.atMs)
}

/** The same as files have it. */
export const lifeTable = (steps: readonly Step[]) => ({
  columns: ['time', 'step'],
  rows: steps.map(({ atMs, text }) => [new Date(atMs).toISOString(), text]),
})
