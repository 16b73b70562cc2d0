import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { ObjectNumber } from '../../encounter/object-number.tsx'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Empty } from '../../ui/page/pane-states.tsx'
import { Scroll } from '../../ui/page/scroll.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Quantity } from '../../ui/value/quantity.tsx'
import {
  changeText,
  covarianceText,
  fileText,
  madeText,
  neighboursCall,
  neighboursFile,
  neighboursQuery,
} from './neighbours.ts'
import { neighbourWords } from './words.data.ts'

type Props = {
  readonly satellite: { readonly satelliteId: string; readonly name: string }
  readonly className?: string | undefined
}

/** Lists the objects near a satellite whose operators publish their ephemerides, by TCA. */
export function NeighboursPane({ satellite: { satelliteId, name }, className }: Props) {
  const t = useWords(neighbourWords)
  const query = useQuery(neighboursQuery(satelliteId))
  return (
    <QueryPane
      title={t('neighbours')}
      note={t('note')}
      id="neighbours"
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      className={className}
      exports={{
        csv: { name: `neighbours-${name}`, table: () => neighboursFile(query.data ?? []) },
        call: neighboursCall(satelliteId),
      }}
    >
      {(neighbours) =>
        neighbours.length === 0 ? (
          <Empty
            title={t('none')}
            actions={
              <Link to={paths.account} params={{ page: 'connections' }} className={button.button}>
                {t('connect')}
              </Link>
            }
          >
            {t('noneText')}
          </Empty>
        ) : (
          <Scroll>
            <PlainTable
              label={t('neighbours')}
              rows={neighbours}
              columns={neighbourColumns(t)}
              idOf={({ noradId }) => String(noradId)}
              phone="cards"
              isSmall
            />
          </Scroll>
        )
      }
    </QueryPane>
  )
}

type Say = typeof neighbourWords

/** Returns the columns of objects whose operators publish their ephemerides. */
export function neighbourColumns(t: Say): readonly PlainColumn<Neighbour>[] {
  return [
    {
      id: 'object',
      title: t('object'),
      isRowHead: true,
      cell: ({ name, noradId }) => (
        <>
          {name ?? t('noName')}, <ObjectNumber number={noradId} />
        </>
      ),
    },
    {
      id: 'tca',
      title: t('tca'),
      isUnbroken: true,
      sort: 'ascending',
      cell: ({ tca, missM }) => (
        <div className="min-w-0">
          <Instant at={Date.parse(tca)} isStop={false} />
          <span className="block">
            <Quantity name="missDistance" value={missM} /> <span className="muted">{t('bySets')}</span>
          </span>
        </div>
      ),
    },
    {
      id: 'file',
      title: t('newest'),
      className: 'break-anywhere',
      cell: (one) => <PublishedFile neighbour={one} />,
    },
    {
      id: 'worth',
      title: t('worth'),
      cell: (one) => (
        <div className="min-w-0">
          <PathAtTca neighbour={one} />
          <span className="block">
            <Unbroken text={covarianceText(one, t) ?? ''} />
          </span>
          <span className="block">
            <Unbroken text={changeText(one, t) ?? ''} />
          </span>
        </div>
      ),
    },
  ]
}

function PublishedFile({ neighbour }: { readonly neighbour: Neighbour }) {
  const t = useWords(neighbourWords)
  const { file } = neighbour
  if (file === null) return t('noFile')
  return (
    <div className="min-w-0">
      {fileText(file, t)}
      <span className="block muted">
        <Unbroken
          text={t('ofHost', {
            source: file.source,
            made: madeText(neighbour, t) ?? '',
            until: formatInstant(Date.parse(file.until)),
          })}
        />
      </span>
    </div>
  )
}

/** States whether the published path extends to the nearest approach. */
export function PathAtTca({ neighbour: { endsBeforeTca } }: { readonly neighbour: Neighbour }) {
  const t = useWords(neighbourWords)
  return endsBeforeTca ? <StatusWord level="caution" word={t('endsBefore')} /> : t('reaches')
}
