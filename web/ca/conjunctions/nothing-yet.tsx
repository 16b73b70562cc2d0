import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { useWords } from '../../ui/language.ts'
import { Empty } from '../../ui/pane-states.tsx'
import { demoQuery, OpenDemo } from './open-demo.tsx'
import styles from './page.module.css'
import { conjunctionsWords } from './words.data.ts'

/** Nothing is watched yet: one sentence, the way to begin, and the demo fleet for those who want to look first. */
export function NothingYet({ hasSatellites }: { readonly hasSatellites: boolean }) {
  const t = useWords(conjunctionsWords)
  const { data } = useQuery(demoQuery)
  return (
    <div className={styles.nothing}>
      <Empty
        title={t(hasSatellites ? 'noMessages' : 'noSatellites')}
        actions={
          <>
            <Link
              to={paths.assets}
              search={{ dialog: 'add-satellite' }}
              className={`${button.button} ${button.primary} ${styles.link}`}
            >
              {t('addSatellite')}
            </Link>
            <OpenDemo />
          </>
        }
      >
        {t(hasSatellites ? 'noMessagesText' : 'noSatellitesText')} {data?.isAllowed ? t('orDemo') : null}
      </Empty>
    </div>
  )
}
