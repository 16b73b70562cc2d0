import { I18nProvider } from 'react-aria-components/I18nProvider'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { useSession } from '../session/session.ts'
import { Boundary } from '../ui/boundary.tsx'
import { FileMarking } from '../ui/file.tsx'
import { useWords } from '../ui/language.ts'
import { partOf } from '../ui/part.tsx'
import { usePrinting } from '../ui/printing.ts'
import { usePreference } from '../ui/use-preference.ts'
import { uiWords } from '../ui/words.data.ts'
import { Banners } from './banners.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Overlays, SidebarPart } from './overlays.tsx'
import { Rail } from './rail.tsx'
import { useIsRouted } from './use-is-routed.ts'
import { shellWords } from './words.data.ts'

// Its words are many, and the first toast comes after the first screen.
const toasts = partOf(async () => (await import('../notify/toasts.tsx')).Toasts)

/** What every screen lives in. */
export function Frame({ children }: React.PropsWithChildren) {
  const t = useWords(shellWords)
  const session = useSession()
  const isRouted = useIsRouted()
  const isSignedIn = isRouted && session.status === 'signed-in'
  const isOnPaper = usePrinting()
  const marks = { isSimulated: session.config?.demo ?? false, stamp: () => formatFileInstant(now()) }
  return (
    <I18nProvider locale={usePreference('language')}>
      <FileMarking value={marks}>
        <div className={styles.frame}>
          <a className={styles.skip} href="#main">
            {t('skip')}
          </a>
          <Boundary>
            <Bar />
          </Boundary>
          {isSignedIn ? (
            <Boundary>
              <Rail />
            </Boundary>
          ) : null}
          <div className={styles.middle}>
            {isRouted ? (
              <Boundary>
                <Banners />
              </Boundary>
            ) : null}
            {isOnPaper && session.status === 'signed-in' ? <PaperHead name={session.who.name} /> : null}
            <main id="main" tabIndex={-1} className={styles.main}>
              <Boundary>{children}</Boundary>
            </main>
            <toasts.Show />
          </div>
          {isSignedIn ? (
            <Boundary>
              <SidebarPart />
            </Boundary>
          ) : null}
          <Boundary>
            <Footer />
          </Boundary>
          {isRouted ? (
            <Boundary>
              <Overlays />
            </Boundary>
          ) : null}
        </div>
      </FileMarking>
    </I18nProvider>
  )
}

/** What a printed list says of itself: whether its data is simulated, when, by whom and where; reports have their own. */
function PaperHead({ name }: { readonly name: string }) {
  const say = useWords(uiWords)
  const { demo } = useSession().config ?? {}
  return (
    <p className={styles.paper}>
      {demo ? <b>{say('simulated')}. </b> : null}
      Apsis, {formatInstant(now())}, {name}, {location.href}
    </p>
  )
}
