import { type BurnNotice, listBurnNotices } from '@apsis/contract/ca/announced/burn-notice.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import type { Burning } from './notice-dialog.tsx'
import { noticeWords } from './notice-words.data.ts'
import { noticesQuery } from './notices.ts'
import { NoticesList } from './notices-list.tsx'

type Props = { readonly object: Burning; readonly onEnter: () => void }

/** Shows the burns of a satellite that were planned elsewhere. */
export function NoticesPane({ object: { noradId, name }, onEnter }: Props) {
  const t = useWords(noticeWords)
  const query = useQuery(noticesQuery(noradId))
  return (
    <QueryPane
      title={t('title')}
      id="burn-notices"
      query={query}
      skeletonRows={2}
      failed={t('failed')}
      actions={
        <Button look="quiet" onClick={onEnter}>
          {t('open')}
        </Button>
      }
      exports={{
        csv: { name: `announced-burns-${name}`, table: () => tableOf(query.data ?? []) },
        call: { method: listBurnNotices.method, path: `${listBurnNotices.path}?norad-id=${noradId}` },
      }}
    >
      {(notices) => (notices.length === 0 ? <Empty title={t('none')} /> : <NoticesList notices={notices} />)}
    </QueryPane>
  )
}

const tableOf = (notices: readonly BurnNotice[]) =>
  fileTable(notices, {
    ignition_utc: 'ignition',
    duration_s: 'durationS',
    frame: ({ deltaV }) => deltaV?.frame,
    dv_1_mps: ({ deltaV }) => deltaV?.vector[0],
    dv_2_mps: ({ deltaV }) => deltaV?.vector[1],
    dv_3_mps: ({ deltaV }) => deltaV?.vector[2],
    announced_by: 'announcedBy',
    source: 'source',
    note: 'note',
  })
