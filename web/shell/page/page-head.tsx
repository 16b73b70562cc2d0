import { Link } from '@tanstack/react-router'
import { showInRow } from '../../ui/page/show-in-row.ts'
import { useWords } from '../../ui/text/language.ts'
import { DESTINATIONS } from '../destinations.ts'
import { type PageName, SECTIONS, type Service, useLinkTo, usePlace } from '../place.ts'
import { shellWords } from '../words.data.ts'
import { Folded } from './folded.tsx'
import styles from './page-head.module.css'

type Props = React.PropsWithChildren<{
  /** The main action of the page, which is visible at every width. The children are folded if there is no room for them. */
  readonly main?: React.ReactNode
  /** The names of the page's objects, if they have one: the satellite, the other object. */
  readonly names?: Partial<Record<PageName, string>>
  /** The number of this screen's object, or the link to its page, shown beside its name. */
  readonly number?: React.ReactNode
}>

/**
 * Shows the place of the page as breadcrumbs; on the screens of a service, the links to its other screens are beside them. Actions are at
 * the end. The heading of the screen is here too: in the breadcrumbs or, if a tab has the same text, only for screen readers.
 */
export function PageHead({ names = {}, number, main, children }: Props) {
  const t = useWords(shellWords)
  const { page, below, service } = usePlace()
  const linkTo = useLinkTo()
  const section: readonly PageName[] = service ? SECTIONS[service] : []
  const isTab = page !== undefined && section.includes(page)
  return (
    <div
      className={`flex items-stretch flex-none head-h sticky top-0 gap-16 pad-x line-bottom panel nowrap ${styles.head}`}
      data-page-head
    >
      {page && isTab ? <h1 className="visually-hidden">{names[page] ?? t(page)}</h1> : null}
      <div className={`flex min-w-0 items-stretch ${styles.way}`} data-fading>
        <nav aria-label={t('breadcrumb')} className={`row min-w-0 clip ${styles.crumbs}`}>
          <ol className="flex items-baseline min-w-0 muted fs-15">
            {service ? (
              <li className={`${isTab ? styles.outer : undefined} min-w-0 clip ellipsis`}>{t(service)}</li>
            ) : null}
            {below.map((one) => {
              const link = linkTo(one)
              return (
                <li className="min-w-0 clip ellipsis" key={one}>
                  {link ? (
                    <Link className="soft plain-link" {...link}>
                      {names[one] ?? t(one)}
                    </Link>
                  ) : (
                    (names[one] ?? t(one))
                  )}
                </li>
              )
            })}
            {page && !isTab ? (
              <li className="min-w-0 clip ellipsis" aria-current="page">
                <h1 className="max-w-full clip ink fs-15 medium ellipsis">{names[page] ?? t(page)}</h1>
                {number ? <span className={`mono no-desk ${styles.number}`}>{number}</span> : null}
              </li>
            ) : null}
          </ol>
        </nav>
        {isTab && service ? <SectionTabs service={service} /> : null}
      </div>
      <span className="grow" />
      {children ? <Folded>{children}</Folded> : null}
      {main ? <span className="row flex-none">{main}</span> : null}
    </div>
  )
}

/** Scrolls to the tab that is shown if not all tabs have room. */
function showCurrent(tabs: HTMLElement | null): void {
  showInRow(tabs?.querySelector('[aria-current]') ?? null)
}

function SectionTabs({ service }: { readonly service: Service }) {
  const t = useWords(shellWords)
  const screens: readonly PageName[] = SECTIONS[service]
  return (
    <nav ref={showCurrent} aria-label={t(service)} className={`flex gap-24 ${styles.tabs}`}>
      {DESTINATIONS.filter(({ id }) => screens.some((one) => one === id)).map(({ id, link }) => (
        <Link className="row relative muted fs-15 plain-link" key={id} {...link}>
          {t(id)}
        </Link>
      ))}
    </nav>
  )
}
