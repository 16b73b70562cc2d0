import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { TableView } from '../../chart/table-view.tsx'
import { formatInstant } from '../../clock/format.ts'
import { useShownMs } from '../../clock/shown-time.ts'
import type { GlobeCamera } from '../../space/globe/globe-camera.ts'
import type { Cell, PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import type { TypedObject } from './orbit-text.ts'
import { targetOf } from './use-stage.ts'

type Props = { readonly objects: readonly TypedObject[]; readonly camera: GlobeCamera }

const COLUMNS = ['object', 'source', 'x, m', 'y, m', 'z, m', 'height above WGS 84, m', 'from target, m']

/** Shows the typed objects at the shown time as a table, for users who do not see the picture and for users who check it. */
export function Twin({ objects, camera }: Props) {
  const say = useWords(devWords)
  const atMs = useShownMs(1_000)
  const { place } = targetOf(objects, camera, atMs)
  const table: PlotTable = {
    columns: COLUMNS,
    rows: objects.map(({ name, source, stateAt }) => {
      const r = stateAt(atMs)?.r
      if (!r) return [name, source, undefined, undefined, undefined, undefined, undefined]
      return [name, source, ...r, toGeodetic(r).heightM, norm(subtract(r, place))]
    }),
  }
  const shown: PlotTable = {
    ...table,
    heads: [say('object'), say('source'), 'x, m', 'y, m', 'z, m', say('height'), say('fromTarget')],
    rows: table.rows.map(([name, , ...numbers], k) => [
      name,
      say(`source-${objects[k]?.source ?? 'state'}`),
      ...numbers.map(written),
    ]),
  }
  return (
    <Pane
      title={say('twin')}
      note={say('twinNote', {
        time: formatInstant(atMs),
        name: camera.at === 'earth' ? say('earth') : camera.at,
      })}
      exports={{ csv: { name: 'typed-orbits', table: () => table } }}
      provenance={say('typed')}
    >
      <TableView label={say('twin')} table={shown} heightPx={150} />
    </Pane>
  )
}

function written(value: Cell): Cell {
  return typeof value === 'number' ? formatNumber(value, { decimals: 3 }) : value
}
