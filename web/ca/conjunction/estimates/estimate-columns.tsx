import type { Estimate } from '@apsis/contract/ca/conjunction/estimate.ts'
import { formatInstant } from '../../../clock/format.ts'
import { Instant } from '../../../clock/instant.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { LongName } from '../../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import type { estimateWords } from '../../event/estimates-words.data.ts'

type Say = typeof estimateWords

/** Where an estimate is from: the message, or the file and what it was compared with. */
function originOf({ messageId, originator, fileName, against, isSimulated }: Estimate, say: Say): string {
  const mark = isSimulated ? ` (${say('simulated')})` : ''
  if (against === null) return `${originator ?? ''} ${messageId ?? ''}${mark}`
  return `${say('against', { file: fileName ?? say('elementSet'), what: say(against) })}${mark}`
}

const LEARNT = { HISTORY: 'learntHistory', MESSAGES: 'learntMessages' } as const

/** Whether an estimate counts, and on whose word for the uncertainty of the own orbit where its file states none. */
function stateOf({ state, weakness, ownCovariance }: Estimate, say: Say): string {
  if (weakness !== null) return `${say(state)}: ${say(weakness)}`
  if (ownCovariance === null || ownCovariance === 'FILE') return say(state)
  return `${say(state)}: ${say(LEARNT[ownCovariance])}`
}

const length = (id: 'r' | 't' | 'n', priority: number, say: Say): Column<Estimate> => ({
  id,
  title: id.toUpperCase(),
  unit: 'm',
  value: ({ miss }) => miss?.[id],
  cell: ({ miss }) =>
    miss === null ? <Missing reason={say('noMiss')} /> : formatNumber(miss[id], { decimals: 0, signed: true }),
  align: 'end',
  widthPx: 80,
  priority,
})

/** Key numbers of each estimate; what is not there is a dash with its reason. */
export function estimateColumns(say: Say): readonly Column<Estimate>[] {
  return [
    {
      id: 'made',
      title: say('made'),
      value: ({ madeAt }) => Date.parse(madeAt),
      cell: ({ madeAt }) => <Instant at={Date.parse(madeAt)} isStop={false} />,
      plain: ({ madeAt }) => formatInstant(Date.parse(madeAt)),
      align: 'end',
      widthPx: 190,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'source',
      title: say('source'),
      value: ({ source }) => say(source),
      cell: ({ source }) => say(source),
      widthPx: 130,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'level',
      title: say('level'),
      value: ({ riskLevel }) => riskLevel,
      cell: ({ riskLevel }) => <StatusWord {...meaningOf('risk', riskLevel)} />,
      widthPx: 110,
      priority: 2,
      narrow: 'status',
    },
    {
      id: 'pc',
      title: say('pc'),
      value: ({ probability }) => probability ?? undefined,
      cell: ({ probability }) => <Probability value={probability ?? undefined} reason={say('noPc')} />,
      plain: ({ probability }) => formatProbabilityPlain(probability ?? undefined),
      align: 'end',
      widthPx: 120,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'miss',
      title: say('miss'),
      unit: 'm',
      value: ({ missM }) => missM,
      cell: ({ missM }) => formatMiss(missM),
      align: 'end',
      widthPx: 90,
      priority: 1,
    },
    length('r', 3, say),
    length('t', 3, say),
    length('n', 3, say),
    {
      id: 'sigma',
      title: say('sigma'),
      unit: 'm',
      value: ({ sigma }) => sigma?.t,
      cell: ({ sigma, weakness }) =>
        sigma === null ? (
          <Missing reason={say(weakness ?? 'noMiss')} />
        ) : (
          [sigma.r, sigma.t, sigma.n].map((one) => formatNumber(one, { decimals: 0 })).join(' / ')
        ),
      plain: ({ sigma }) => (sigma === null ? undefined : `${sigma.r} ${sigma.t} ${sigma.n}`),
      align: 'end',
      widthPx: 150,
      priority: 4,
    },
    {
      id: 'state',
      title: say('state'),
      value: (one) => stateOf(one, say),
      cell: (one) => stateOf(one, say),
      widthPx: 170,
      priority: 2,
    },
    {
      id: 'tca',
      title: say('tca'),
      value: ({ tca }) => Date.parse(tca),
      cell: ({ tca }) => <Instant at={Date.parse(tca)} isStop={false} />,
      plain: ({ tca }) => formatInstant(Date.parse(tca)),
      align: 'end',
      widthPx: 190,
      priority: 6,
    },
    {
      id: 'from',
      title: say('from'),
      value: (one) => originOf(one, say),
      cell: (one) => <LongName text={originOf(one, say)} />,
      widthPx: 240,
      priority: 5,
    },
  ]
}
