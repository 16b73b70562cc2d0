import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import button from '../../ui/button/button.module.css'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './events.module.css'
import { nothingWords } from './nothing-words.data.ts'
import { demoQuery, OpenDemo } from './open-demo.tsx'

/** Nothing is watched yet: one sentence, the way to begin, and the demo fleet for those who want to look first. */
export function NothingYet({ hasSatellites }: { readonly hasSatellites: boolean }) {
  const own = useWords(nothingWords)
  const { data } = useQuery(demoQuery)
  return (
    <div className={styles.nothing}>
      <Empty
        title={own(hasSatellites ? 'noMessages' : 'noSatellites')}
        actions={
          <>
            <Link
              to={paths.assets}
              search={{ dialog: 'add-satellite' }}
              className={`${button.button} ${button.primary} ${styles.link}`}
            >
              {own('addSatellite')}
            </Link>
            <OpenDemo />
          </>
        }
      >
        {own(hasSatellites ? 'noMessagesText' : 'noSatellitesText')} {data?.isAllowed ? own('orDemo') : null}
      </Empty>
    </div>
  )
}
