import type { BurnNotice } from '@apsis/contract/ca/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type Burning, NoticeDialog } from './notice-dialog.tsx'
import { noticeWords } from './notice-words.data.ts'
import { ignitionOf, noticesQuery, numberOf, sizeOf } from './notices.ts'
import { NoticesList } from './notices-list.tsx'

type Side = Pick<Conjunction['object1'], 'designator' | 'name'>

/** The burns of an object that are announced before the closest approach. */
function useAnnounced({ designator }: Side, tca: string): readonly BurnNotice[] {
  const noradId = numberOf(designator)
  const { data } = useQuery({ ...noticesQuery(noradId), enabled: noradId !== undefined })
  return data?.filter(({ ignition }) => Date.parse(ignition) < Date.parse(tca)) ?? []
}

/** What is announced of either object of an event, above everything that does not know of it. */
export function AnnouncedStrips({ conjunction }: { readonly conjunction: Conjunction }) {
  const t = useWords(noticeWords)
  const { object1, object2, conjunctionData } = conjunction
  const own = useAnnounced(object1, conjunctionData.tca)
  const other = useAnnounced(object2, conjunctionData.tca)
  const stripsOf = ({ name }: Side, notices: readonly BurnNotice[]) =>
    notices.map((notice) => (
      <Strip key={notice.noticeId} level="caution">
        {t('strip', { name, at: ignitionOf(notice), size: sizeOf(notice), by: notice.announcedBy })}
      </Strip>
    ))
  return (
    <>
      {stripsOf(object2, other)}
      {stripsOf(object1, own)}
    </>
  )
}

/** What an object has announced, and the way to enter it. */
export function AnnouncedOf({ object: { designator, name } }: { readonly object: Side }) {
  const t = useWords(noticeWords)
  const [isOpen, setOpen] = useState(false)
  const noradId = numberOf(designator)
  const { data, error } = useQuery({ ...noticesQuery(noradId), enabled: noradId !== undefined })
  if (noradId === undefined) return null
  const object: Burning = { noradId, name }
  return (
    <section aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {error ? (
        <Strip level="caution">
          {t('failed')}: {problemInWords(error).message}
        </Strip>
      ) : null}
      {data === undefined || data.length === 0 ? <p>{t('noneOther', { name })}</p> : <NoticesList notices={data} />}
      <Button onClick={() => setOpen(true)}>{t('openOther')}</Button>
      {isOpen ? <NoticeDialog object={object} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
