import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutage } from '../../api/outage.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type Burning, NoticeDialog } from './notice-dialog.tsx'
import { noticeWords } from './notice-words.data.ts'
import styles from './notices.module.css'
import { announcedText, noticesQuery, numberOf } from './notices.ts'
import { NoticesList } from './notices-list.tsx'

type Side = Pick<Conjunction['object1'], 'designator' | 'name'>

/**
 * Shows the announced burns of both objects of an event, above all figures that do not take these burns into
 * account.
 */
export function AnnouncedBanners({ conjunction }: { readonly conjunction: Conjunction }) {
  const { object1, object2, conjunctionData } = conjunction
  return (
    <>
      <AnnouncedBanner object={object2} tca={conjunctionData.tca} />
      <AnnouncedBanner object={object1} tca={conjunctionData.tca} />
    </>
  )
}

/**
 * Shows the announced burns of one object before the closest approach. If they could not be read, the banner says that, and not "no burns".
 */
function AnnouncedBanner({ object: { designator, name }, tca }: { readonly object: Side; readonly tca: string }) {
  const t = useWords(noticeWords)
  const noradId = numberOf(designator)
  const { data, error } = useQuery({ ...noticesQuery(noradId), enabled: noradId !== undefined })
  // During an outage another banner reports the age of the data, so this one reports no error.
  const isKept = useOutage()?.kind === 'unreachable' && data !== undefined
  const text = announcedText(
    name,
    (data ?? []).filter(({ ignition }) => Date.parse(ignition) < Date.parse(tca)),
  )
  return (
    <>
      {error && !isKept ? (
        <Banner level="caution">
          {t('failedOf', { name })}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {text === undefined ? null : <Banner level="caution">{text}</Banner>}
    </>
  )
}

/** Shows the announced burns of an object, and the button to enter one. */
export function AnnouncedOf({ object: { designator, name } }: { readonly object: Side }) {
  const t = useWords(noticeWords)
  const [isOpen, setOpen] = useState(false)
  const noradId = numberOf(designator)
  const { data, error } = useQuery({ ...noticesQuery(noradId), enabled: noradId !== undefined })
  if (noradId === undefined) return null
  const object: Burning = { noradId, name }
  return (
    <section aria-label={t('title')} className={`pad-8 fs-13 ${styles.part}`}>
      <h3>{t('title')}</h3>
      {error ? (
        <Banner level="caution">
          {t('failed')}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {data === undefined ? null : data.length === 0 ? (
        <p>{t('noneOther', { name })}</p>
      ) : (
        <NoticesList notices={data} />
      )}
      <Button onClick={() => setOpen(true)}>{t('openOther')}</Button>
      {isOpen ? <NoticeDialog object={object} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
