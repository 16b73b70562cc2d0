import { TableView } from '../../chart/table-view.tsx'
import type { Cell, PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import { anchorOf, type Scene, twinOf } from './scene.ts'

/** Shows the drawing as a table, for users who do not see the picture and for users who check it. */
export function Twin({ scene, target }: { readonly scene: Scene; readonly target: string }) {
  const say = useWords(devWords)
  const table = twinOf(scene, anchorOf(scene, target))
  const shown: PlotTable = {
    ...table,
    heads: [say('object'), 'x, m', 'y, m', 'z, m', say('height'), say('fromAnchor'), say('fromAnchorDrawn')],
    rows: table.rows.map((row) => row.map(written)),
  }
  return (
    <Pane
      title={say('twin')}
      note={say('anchor', { name: target === 'earth' ? say('earth') : target })}
      exports={{ csv: { name: 'demo-orbits', table: () => table } }}
      provenance={say('simulated')}
    >
      <TableView label={say('twin')} table={shown} heightPx={150} />
    </Pane>
  )
}

function written(value: Cell): Cell {
  return typeof value === 'number' ? formatNumber(value, { decimals: 3 }) : value
}
