import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Instead } from '../shell/page/instead.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { useWords } from '../ui/text/language.ts'
import { screeningWords } from './words.data.ts'

/** The page for whoever may not screen: what it is for, who may, and what they may do themselves. */
export function WithoutRole() {
  const t = useWords(screeningWords)
  const session = useSession()
  const mayTrack = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const ways = mayTrack ? (
    <li>
      <Link to={paths.observations}>{t('seeObservations')}</Link>
    </li>
  ) : null
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <Instead title={t('title')} verdict={t('withoutRole')} ways={ways}>
        <p>{t('whatFor')}</p>
        <p>{t('whoMay')}</p>
      </Instead>
    </>
  )
}
