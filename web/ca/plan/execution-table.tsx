import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatInstant, formatInstantMs } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { executionWords } from './execution-words.data.ts'
import { NumberTable } from './number-table.tsx'

const LEVELS: Readonly<Record<ExecutionCheck['verdict'], Level>> = {
  AS_PLANNED: 'ok',
  DIFFERENT: 'serious',
  MISSED: 'critical',
  NOT_YET: 'pending',
}

/** The values have the precision of the facts of a plan: a hundredth of a millimetre a second. */
const SPEED_DECIMALS = 5

type Props = { readonly plan: Plan }

/** Shows the planned burn beside the detected one, by each source of data; empty before the burn. */
export function ExecutionPane({ plan }: Props) {
  const t = useWords(executionWords)
  const { awaited, checks, found, drag } = plan
  if (awaited === null && checks.length === 0 && found === null) return null
  const isEmpty = checks.length === 0 && found === null
  const word = drag === null ? 'waiting' : 'drag'
  return (
    <Pane title={t('title')} id="execution" note={t('note')} className="line-top">
      {isEmpty ? (
        <Empty level="pending" title={t(word)}>
          {t(`${word}Text`)}
        </Empty>
      ) : (
        <ExecutionTable plan={plan} />
      )}
    </Pane>
  )
}

type Column = { readonly id: string; readonly head: string; readonly cells: readonly React.ReactNode[] }

function ExecutionTable({ plan }: Props) {
  const t = useWords(executionWords)
  const nowMs = useNow('minute')
  const names = [t('radial'), t('along'), t('cross'), t('size'), t('time'), t('source'), t('reference'), t('data')]
  const columns = [plannedColumn(plan), ...plan.checks.map((check) => foundColumn(check, nowMs)), ...typedColumn(plan)]
  return (
    <NumberTable
      head={columns.map(({ id, head }) => ({ id, content: head }))}
      rows={[...names, t('verdict')].map((name, place) => ({ name, cells: columns.map(({ cells }) => cells[place]) }))}
    />
  )
}

const speed = (value: number, signed = true) => formatNumber(value, { decimals: SPEED_DECIMALS, signed })
const withSigma = (value: number, sigma: number, signed = true) => `${speed(value, signed)} ± ${speed(sigma, false)}`

function plannedColumn({ deltaVRtn, totalDeltaVMagnitude, ignitionEpoch }: Plan): Column {
  const time = formatInstantMs(Date.parse(ignitionEpoch))
  const parts = deltaVRtn.map((part) => speed(part))
  const cells = [...parts, speed(totalDeltaVMagnitude, false), time, '–', '–', '–', '–']
  return { id: 'planned', head: executionWords('planned'), cells }
}

function foundColumn(check: ExecutionCheck, nowMs: number): Column {
  const t = executionWords
  const { source, name, reference, dataAt, deltaVRtn, sigmaRtn, deltaVMps, sigmaMps, verdict } = check
  const dataMs = Date.parse(dataAt)
  return {
    id: source,
    head: t(source),
    cells: [
      ...deltaVRtn.map((part, k) => withSigma(part, sigmaRtn[k] ?? Number.NaN)),
      withSigma(deltaVMps, sigmaMps, false),
      timeText(check),
      source === 'ELEMENT_SETS' ? t('ofSets', { count: name }) : name,
      t(reference),
      `${formatInstant(dataMs)}, ${formatAge(nowMs - dataMs)}`,
      <StatusWord key="verdict" level={LEVELS[verdict]} word={t(verdict)} />,
    ],
  }
}

function timeText({ lateS, lateSigmaS }: ExecutionCheck): string {
  const t = executionWords
  if (lateS === null) return t('noTime')
  const seconds = formatNumber(lateS, { decimals: 0, signed: true })
  if (lateSigmaS !== null) return t('lateBy', { seconds, sigma: formatNumber(lateSigmaS, { decimals: 0 }) })
  return Math.abs(lateS) < 1 ? t('onTime') : t('late', { seconds })
}

/** Returns the column of values that a person entered, if no data decided about the plan. */
function typedColumn({ found, checks }: Plan): Column[] {
  if (found === null || checks.some(({ verdict }) => verdict !== 'NOT_YET')) return []
  const head = executionWords('typed', { source: found.source })
  const cells = ['–', '–', '–', withSigma(found.deltaVMps, found.sigmaMps, false), '–', '–', '–', '–', '–']
  return [{ id: 'typed', head, cells }]
}
