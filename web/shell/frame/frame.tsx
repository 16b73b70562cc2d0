import { I18nProvider } from 'react-aria-components/I18nProvider'
import { now } from '../../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { bothNamesOf } from '../../session/who.ts'
import { FileMarking } from '../../ui/file/file.tsx'
import { Boundary } from '../../ui/page/boundary.tsx'
import { partOf } from '../../ui/page/part.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { useLanguage, useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { Overlays, SidebarPart } from '../overlay/overlays.tsx'
import { useIsRouted } from '../use-is-routed.ts'
import { shellWords } from '../words.data.ts'
import { Banners } from './banners.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Sidebar } from './sidebar.tsx'

// The texts of toasts are large, and the first toast appears after the first screen, so they are loaded later.
const toasts = partOf(async () => (await import('../../notifications/toasts.tsx')).Toasts)

/**
 * Shows the frame around every screen. The frame of the start reads no data: it is removed when the first screen is drawn, and its reads
 * would be cancelled and repeated.
 */
export function Frame({ children }: React.PropsWithChildren) {
  const t = useWords(shellWords)
  const session = useSession()
  const isRouted = useIsRouted()
  const isSignedIn = isRouted && session.status === 'signed-in'
  const isOnPaper = usePrinting()
  const marks = { isSimulated: session.config?.demo ?? false, stamp: () => formatFileInstant(now()) }
  return (
    <I18nProvider locale={useLanguage()}>
      <FileMarking value={marks}>
        <div className={`grid clip block-paper whole-print block-print ${styles.frame}`}>
          <a className={`absolute raised ${styles.skip}`} href="#main">
            {t('skip')}
          </a>
          <Boundary>
            <Bar />
          </Boundary>
          {isSignedIn ? (
            <Boundary>
              <Sidebar />
            </Boundary>
          ) : null}
          <div className={`stack min-w-0 min-h-0 relative ${styles.middle}`}>
            {isRouted ? (
              <Boundary>
                <Banners />
              </Boundary>
            ) : null}
            {isOnPaper && session.status === 'signed-in' ? <PaperHead name={bothNamesOf(session.who)} /> : null}
            {/* Text for screen readers is positioned inside this element: otherwise it would lengthen the document. */}
            <main id="main" tabIndex={-1} className={`stack grow min-w-0 min-h-0 scroll relative panel ${styles.main}`}>
              <Boundary>{children}</Boundary>
            </main>
            {isRouted ? <toasts.Show /> : null}
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

/** Shows the head of a printed list: whether its data is simulated, when, by whom and where it was printed; reports have their own head. */
function PaperHead({ name }: { readonly name: string }) {
  const say = useWords(uiWords)
  const { demo } = useSession().config ?? {}
  return (
    <p className={`soft fs-12 break-anywhere pad-end ${styles.paper}`}>
      {demo ? <b>{say('simulated')}. </b> : null}
      Apsis, {formatInstant(now())}, {name}, {location.href}
    </p>
  )
}
