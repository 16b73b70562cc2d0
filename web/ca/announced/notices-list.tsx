import { type BurnNotice, removeBurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { noticeWords } from './notice-words.data.ts'
import styles from './notices.module.css'
import { ignitionOf, NOTICES_KEY, sizeOf } from './notices.ts'

/** Lists announced burns by their ignition; each can be withdrawn. */
export function NoticesList({ notices }: { readonly notices: readonly BurnNotice[] }) {
  const t = useWords(noticeWords)
  const remove = useMutation({
    meta: { silent: 'remove-burn-notice', writes: [NOTICES_KEY] },
    mutationFn: (id: string) => call(removeBurnNotice, { params: { 'notice-id': id } }),
  })
  return (
    <>
      {remove.error ? <Banner level="caution">{problemInWords(remove.error).message}</Banner> : null}
      <ul className={`grid gap-2 pad-x fs-13 my-4 ${styles.list}`}>
        {notices.map((notice) => (
          <li className="flex items-start justify-between gap-10 pad-y-4 faint-bottom" key={notice.noticeId}>
            <span>
              {t('line', { at: ignitionOf(notice), size: sizeOf(notice), by: notice.announcedBy })}
              <span className="block muted break-anywhere">
                {t(notice.source)}
                {notice.note === '' ? '' : `: ${notice.note}`}
              </span>
            </span>
            {notice.satelliteId !== null && notice.deltaV !== null ? (
              <Link
                to={paths.burns}
                params={{ satellite_id: notice.satelliteId }}
                search={{ notice: notice.noticeId }}
                className={`${button.button} ${button.quiet}`}
              >
                {t('screen')}
                <span className="visually-hidden"> {ignitionOf(notice)}</span>
              </Link>
            ) : null}
            <Button look="quiet" onClick={() => remove.mutate(notice.noticeId)}>
              {t('remove')}
              <span className="visually-hidden"> {ignitionOf(notice)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
