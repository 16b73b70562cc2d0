import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { bothNamesOf } from '../../session/who.ts'
import { useWords } from '../../ui/text/language.ts'
import { evidenceWords } from './evidence-words.data.ts'
import styles from './paper.module.css'

/** Shows by whom and when the page was printed, and a mark for simulated data (ux.md R12). */
export function PaperAuthor({ isSimulated }: { readonly isSimulated: boolean }) {
  const e = useWords(evidenceWords)
  const session = useSession()
  const who = session.status === 'signed-in' ? bothNamesOf(session.who) : ''
  return (
    <p>
      {e('reportAuthor', { who, time: formatInstant(now()) })}
      {isSimulated ? <b className={styles.simulated}>{e('reportSimulated')}</b> : null}
    </p>
  )
}

/** Shows the source of the numbers, and the address of the printed page. */
export function PaperFoot({ cdm, link }: { readonly cdm: Cdm; readonly link: string }) {
  const e = useWords(evidenceWords)
  return (
    <footer className={`muted fs-12 break-anywhere mt-16 whole ${styles.foot}`}>
      <p>
        {e('reportFoot', {
          originator: cdm.originator,
          id: cdm.messageId,
          created: formatInstant(Date.parse(cdm.creationDate)),
          sha: cdm.sha256,
          version: cdm.assessment.version,
        })}
      </p>
      <p>
        {e('reportLink')}: {link}
      </p>
    </footer>
  )
}
