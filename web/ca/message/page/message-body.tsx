import { describeFault } from '@apsis/ccsds/fault.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Banner, NotComputed } from '../../../ui/page/pane-states.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { KeyValues } from '../../../ui/value/key-values.tsx'
import { Quantity } from '../../../ui/value/quantity.tsx'
import { type CdmFormat, messageTextQuery, type OpenMessage, openMessage, type Position } from '../message.ts'
import { TextTab } from '../text-tab.tsx'
import { cdmWords } from '../words.data.ts'
import styles from './cdm.module.css'
import { ChangesTab } from './changes-tab.tsx'
import { FieldTable } from './field-table.tsx'
import { RelativePlot } from './relative-plot.tsx'
import { ChecksPane, CovariancePane, MATRIX_VIEWS } from './side-panes.tsx'

type Props = { readonly position: Position; readonly cdms: readonly Cdm[] }

/** Shows the views of the message; the selected view and its state are in the address. */
export function MessageBody({ position, cdms }: Props) {
  const t = useWords(cdmWords)
  const [search, change] = useSearchState(`/protected${paths.cdm}`)
  const { cdm } = position
  const query = useQuery(messageTextQuery(cdm.cdmId))
  const onAt = (at: string | undefined) => change({ at })
  const format: CdmFormat = search.format === 'xml' || search.format === 'json' ? search.format : 'kvn'
  const open = query.data === undefined ? undefined : openMessage(query.data)
  const parsed = open?.lenient.ok ? open.lenient.message : undefined
  const tabs = [
    {
      id: 'message',
      title: t('message'),
      content: <Said query={query} open={open} cdm={cdm} search={search} change={change} />,
    },
    {
      id: 'changes',
      title: t('changes'),
      content: open ? (
        <ChangesTab
          open={open}
          position={position}
          cdms={cdms}
          against={search.against}
          onAgainst={(against) => change({ against })}
        />
      ) : null,
    },
    {
      id: 'motion',
      title: t('motion'),
      content: parsed ? (
        <RelativePlot parsed={parsed} cdm={cdm} span={search.span} onSpan={(span) => change({ span })} />
      ) : open ? (
        <NotComputed>{t('motionUnreadable')}</NotComputed>
      ) : null,
    },
    {
      id: 'text',
      title: t('text'),
      content: (
        <TextTab cdm={cdm} format={format} onFormat={(next) => change({ format: next })} at={search.at} onAt={onAt} />
      ),
    },
  ]
  return (
    <div className={`stack grow ${styles.tabs}`}>
      <Tabs label={t('views')} tabs={tabs} value={search.tab} onChange={(tab) => change({ tab })} />
    </div>
  )
}

type SaidProps = {
  readonly query: ReturnType<typeof useQuery<string>>
  readonly open: OpenMessage | undefined
  readonly cdm: Cdm
  readonly search: { readonly at?: string | undefined; readonly matrix?: string | undefined }
  readonly change: (part: { at?: string | undefined; matrix?: string | undefined }) => void
}

/** Shows the message as a table, with its checks and covariances beside it. */
function Said({ query, open, cdm, search, change }: SaidProps) {
  const t = useWords(cdmWords)
  const view = MATRIX_VIEWS.find((one) => one === search.matrix) ?? 'sigma'
  const parsed = open?.lenient.ok ? open.lenient.message : undefined
  const fault = open && !open.lenient.ok ? open.lenient.errors[0] : undefined
  return (
    <div className={`grid one-column-tablet block-print ${styles.two}`}>
      <div>
        <QueryPane
          title={t('fields')}
          note={t('fieldsNote')}
          id="fields"
          query={query}
          skeletonRows={18}
          failed={t('fileFailed')}
          exports={{ call: { method: 'GET', path: `/api/v1/ca/cdms/file/${cdm.cdmId}` } }}
        >
          {() =>
            open ? (
              <>
                {fault ? (
                  <Banner level="serious">{t('unreadable', { fault: `${describeFault(fault)}.` })}</Banner>
                ) : null}
                <FieldTable written={open.written} at={search.at} onAt={(at) => change({ at })} />
              </>
            ) : null
          }
        </QueryPane>
        {query.error ? <Stored cdm={cdm} /> : null}
      </div>
      <div className={`line-left under-tablet ${styles.side}`}>
        <ChecksPane open={open} cdm={cdm} />
        {([1, 2] as const).map((number) => (
          <CovariancePane
            key={number}
            number={number}
            name={number === 1 ? cdm.object1.name : cdm.object2.name}
            matrix={parsed?.objects[number - 1]?.covariance.matrix}
            isPending={query.isPending}
            view={view}
            onView={(matrix) => change({ matrix })}
          />
        ))}
      </div>
    </div>
  )
}

/** Shows the stored values of the message if its file cannot be read. */
function Stored({ cdm }: { readonly cdm: Cdm }) {
  const t = useWords(cdmWords)
  const { conjunctionData: data, assessment } = cdm
  const { r, t: along, n } = data.relativePosition
  const signed = (value: number) => formatNumber(value, { decimals: 0, signed: true })
  return (
    <section aria-label={t('stored')}>
      <Banner level="caution">{t('storedOnly')}</Banner>
      <KeyValues
        rows={[
          [t('miss'), <Quantity key="miss" name="missDistance" value={data.totalMissDistance} />],
          [t('positionRtn'), `${signed(r)}, ${signed(along)}, ${signed(n)} m`],
          [t('relativeSpeed'), <Quantity key="speed" name="relativeSpeed" value={data.relativeSpeed / 1_000} />],
          [
            t('hardBody'),
            data.combinedHardBodyRadius === undefined ? null : (
              <Quantity key="body" name="hardBodyRadius" value={data.combinedHardBodyRadius} />
            ),
          ],
          [t('method'), assessment.method],
          [t('object1'), `${cdm.object1.name} ${cdm.object1.designator}`],
          [t('object2'), `${cdm.object2.name} ${cdm.object2.designator}`],
        ]}
      />
    </section>
  )
}
