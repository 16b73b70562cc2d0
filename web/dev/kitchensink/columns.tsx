import { formatAge, formatInstantMs, formatTime } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { formatChange } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { LEVELS } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { DEMO_NOW_MS, type DemoRow, LIVE_MS } from './demo.ts'
import { sinkWords } from './words.data.ts'

const mono = (text: string) => <span className="mono">{text}</span>
const rankOf = (row: DemoRow) => LEVELS.indexOf(meaningOf('risk', row.risk).level)
const changeOf = ({ before, probability }: DemoRow) => (before && probability ? probability / before : undefined)

/** How often a cell was drawn: the page shows that the clock draws none again. */
export const drawn = { cells: 0 }

/** The columns of made-up conjunctions, in the language chosen now. */
export function demoColumns(say: typeof sinkWords): readonly Column<DemoRow>[] {
  return [
    {
      id: 'level',
      title: say('level'),
      value: rankOf,
      plain: (row) => row.risk,
      cell: (row) => {
        drawn.cells += 1
        return <StatusWord {...meaningOf('risk', row.risk)} />
      },
      widthPx: 136,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'until',
      title: say('toTca'),
      value: (row) => row.tcaMs,
      plain: (row) => formatInstantMs(row.tcaMs),
      cell: (row) => <Until at={LIVE_MS + row.tcaMs - DEMO_NOW_MS} />,
      align: 'end',
      widthPx: 152,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'tca',
      title: say('tca'),
      unit: 'Z',
      value: (row) => row.tcaMs,
      plain: (row) => formatInstantMs(row.tcaMs),
      cell: (row) => mono(formatTime(row.tcaMs)),
      align: 'end',
      widthPx: 96,
      priority: 4,
    },
    {
      id: 'objects',
      title: say('objects'),
      value: (row) => `${row.satellite} × ${row.secondary}`,
      cell: (row) => (
        <>
          {row.satellite} × {mono(row.secondary)}
        </>
      ),
      widthPx: 150,
      priority: 3,
      narrow: 'identity',
    },
    {
      id: 'probability',
      title: say('pc'),
      value: (row) => row.probability,
      plain: (row) => formatProbabilityPlain(row.probability) || undefined,
      cell: (row) => <Probability value={row.probability} reason={sinkWords('noCovarianceShort')} />,
      align: 'end',
      widthPx: 102,
      priority: 2,
      narrow: 'main',
    },
    ...numbers(say),
  ]
}

function numbers(say: typeof sinkWords): readonly Column<DemoRow>[] {
  return [
    {
      id: 'change',
      title: say('change'),
      value: changeOf,
      cell: (row) => (row.probability === undefined ? '–' : formatChange(row.before, row.probability)),
      align: 'end',
      widthPx: 88,
      priority: 6,
    },
    {
      id: 'miss',
      title: say('missShort'),
      unit: 'm',
      value: (row) => row.missM,
      cell: (row) => formatQuantity('missDistance', row.missM).number,
      align: 'end',
      widthPx: 86,
      priority: 7,
    },
    {
      id: 'radial',
      title: 'R',
      unit: 'm',
      value: (row) => row.radialM,
      cell: (row) => formatQuantity('separation', row.radialM).number,
      align: 'end',
      widthPx: 76,
      priority: 8,
    },
    {
      id: 'age',
      title: say('age'),
      value: (row) => row.ageMs,
      plain: (row) => row.ageMs / 1_000,
      cell: (row) => formatAge(row.ageMs),
      align: 'end',
      widthPx: 92,
      priority: 9,
    },
  ]
}
